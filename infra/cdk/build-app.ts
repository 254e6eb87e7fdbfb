import { Validations, type App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { EdgeRulesStack } from './edge-rules-stack.ts';
import { FeatherpressStack } from './featherpress-stack.ts';
import type { Settings } from './settings.ts';

export interface Deployment {
  readonly edgeRules: EdgeRulesStack;
  readonly featherpress: FeatherpressStack;
}

/** Both stacks of an installation, checked against the rules of AWS Solutions. */
export function buildApp(app: App, settings: Settings, assetsFolder: string): Deployment {
  const { account, region } = settings;
  const edgeRules = new EdgeRulesStack(app, 'FeatherpressEdgeRules', {
    env: { account, region: 'us-east-1' },
    crossRegionReferences: true,
    settings,
  });
  const featherpress = new FeatherpressStack(app, 'Featherpress', {
    env: { account, region },
    crossRegionReferences: true,
    settings,
    assetsFolder,
    siteCertificate: edgeRules.certificate,
    webAclArn: edgeRules.webAclArn,
  });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
  return { edgeRules, featherpress };
}
