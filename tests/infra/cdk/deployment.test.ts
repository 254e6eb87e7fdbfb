import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../infra/cdk/build-app.ts';
import { PROFILES, readSettings, type ProfileName } from '../../../infra/cdk/settings.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';

const ROOT = new URL('../../../', import.meta.url);
const ACCOUNT = '123456789012';
const REGION = 'eu-central-1';

interface Synthesised {
  readonly edge: Template;
  readonly main: Template;
  readonly bytes: number;
}

/** As `npm run cdk -- synth`: it throws when cdk-nag finds what nobody accepted. */
function synthesise(profile: ProfileName, folder: string): Synthesised {
  const { context } = JSON.parse(readFileSync(new URL('cdk.json', ROOT), 'utf8')) as { context: object };
  const assets = join(folder, 'assets');
  mkdirSync(assets);
  writeFileSync(join(assets, 'entry-abc.js'), '');
  const given = {
    account: ACCOUNT,
    region: REGION,
    domain: 'files.example.org',
    hostedZoneId: 'Z1',
    profile,
  };
  // What the CDK asks the account for, and keeps.
  const zones = { [`availability-zones:account=${ACCOUNT}:region=${REGION}`]: [`${REGION}a`, `${REGION}b`] };
  const app = new App({ outdir: join(folder, 'out'), context: { ...context, ...given, ...zones } });
  const { edgeRules, featherpress } = buildApp(app, readSettings(app.node), assets);
  app.synth();
  const main = Template.fromStack(featherpress);
  return { edge: Template.fromStack(edgeRules), main, bytes: JSON.stringify(main.toJSON()).length };
}

describe('settings', () => {
  it('names all that is missing at once', () => {
    expect(() => readSettings(new App().node)).toThrow(/account: .*\n.*region: .*\n.*domain: /);
  });
});

describe.each(['small', 'large'] as const)('the %s profile', (name) => {
  const profile = PROFILES[name];
  let edge: Template;
  let main: Template;
  let bytes = 0;
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'featherpress-cdk-'));
    try {
      ({ edge, main, bytes } = synthesise(name, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 180_000);

  it('fits into a template of CloudFormation', () => {
    expect(bytes).toBeLessThan(1_000_000);
    expect(Object.keys(main.toJSON().Resources as object).length).toBeLessThan(500);
  });

  it('keeps files from the public, in the open for the site alone, and not for long', () => {
    main.hasResourceProperties('AWS::S3::Bucket', {
      CorsConfiguration: { CorsRules: [Match.objectLike({ AllowedOrigins: ['https://files.example.org'] })] },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      LifecycleConfiguration: {
        Rules: Match.arrayWith([
          Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } }),
          Match.objectLike({ Prefix: 'uploads/', ExpirationInDays: 1 }),
        ]),
      },
    });
  });

  it('has two queues of jobs with one of dead letters, hidden for longer than a function may take', () => {
    main.resourceCountIs('AWS::SQS::Queue', 3);
    main.resourcePropertiesCountIs(
      'AWS::SQS::Queue',
      { RedrivePolicy: Match.objectLike({ maxReceiveCount: OPERATING_LIMITS.maxReceiveCount }) },
      2,
    );
    const timeouts = resourcesOf(main, 'AWS::Lambda::Function')
      .filter(({ PackageType: type }) => type === 'Image')
      .map(({ Timeout: timeout }) => Number(timeout));
    const hidden = resourcesOf(main, 'AWS::SQS::Queue').map(({ VisibilityTimeout: s }) => Number(s));
    expect(Math.max(...timeouts)).toBeLessThan(Math.max(...hidden));
  });

  it('hands a function one job at a time, never more than the cap at once', () => {
    main.allResourcesProperties('AWS::Lambda::EventSourceMapping', {
      BatchSize: 1,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    main.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      ScalingConfig: { MaximumConcurrency: profile.smallAtOnce },
    });
  });

  it('has no NAT gateway, and workers without a way to the internet', () => {
    main.resourceCountIs('AWS::EC2::NatGateway', 0);
    main.allResourcesProperties('AWS::Lambda::EventSourceMapping', { Enabled: Match.absent() });
    const publicTasks = resourcesOf(main, 'AWS::ECS::Service').filter((service) =>
      JSON.stringify(service).includes('"AssignPublicIp":"ENABLED"'),
    );
    expect(publicTasks).toHaveLength(1);
  });

  it('runs on Graviton, read-only, with time to stop', () => {
    main.allResourcesProperties('AWS::ECS::TaskDefinition', {
      RuntimePlatform: { CpuArchitecture: 'ARM64', OperatingSystemFamily: 'LINUX' },
      ContainerDefinitions: [Match.objectLike({ ReadonlyRootFilesystem: true })],
    });
  });

  it('scales workers from none by the age of the oldest job', () => {
    if (!profile.workersOnFargate) {
      main.resourceCountIs('AWS::ECS::Service', 1);
      return;
    }
    main.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
      MinCapacity: 0,
      MaxCapacity: profile.mostWorkers,
    });
    main.hasResourceProperties('AWS::CloudWatch::Alarm', { MetricName: 'ApproximateAgeOfOldestMessage' });
    main.hasResourceProperties('AWS::ECS::Service', {
      DesiredCount: 0,
      CapacityProviderStrategy: [{ CapacityProvider: 'FARGATE_SPOT', Weight: 1 }],
    });
  });

  it('keeps Redis encrypted and never lets it evict the count', () => {
    main.hasResourceProperties('AWS::ElastiCache::ReplicationGroup', {
      Engine: 'valkey',
      TransitEncryptionEnabled: true,
      AtRestEncryptionEnabled: true,
      NumCacheClusters: profile.redisNodes,
    });
    main.hasResourceProperties('AWS::ElastiCache::ParameterGroup', {
      Properties: { 'maxmemory-policy': 'noeviction' },
    });
  });

  it('lets the edge alone reach the web servers', () => {
    main.hasResourceProperties('AWS::ElasticLoadBalancingV2::Listener', {
      DefaultActions: [Match.objectLike({ Type: 'fixed-response' })],
      Protocol: 'HTTPS',
    });
    main.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({
        Aliases: ['files.example.org'],
        HttpVersion: 'http2and3',
        Origins: Match.arrayWith([
          Match.objectLike({
            DomainName: 'origin.files.example.org',
            OriginCustomHeaders: [Match.objectLike({ HeaderName: 'x-featherpress-edge' })],
          }),
        ]),
      }),
    });
  });

  it('gives no one a right to everything', () => {
    const statements = resourcesOf(main, 'AWS::IAM::Policy').flatMap(
      (policy) =>
        (policy.PolicyDocument as { Statement: { Action: string | string[]; Resource: unknown }[] })
          .Statement,
    );
    expect(statements.length).toBeGreaterThan(5);
    for (const { Action: action } of statements) expect([action].flat()).not.toContain('*');
  });

  it('limits what one address may ask for', () => {
    edge.hasResourceProperties('AWS::WAFv2::WebACL', {
      Scope: 'CLOUDFRONT',
      Rules: Match.arrayWith([
        Match.objectLike({ Statement: { RateBasedStatement: Match.objectLike({ AggregateKeyType: 'IP' }) } }),
      ]),
    });
  });

  it('tells somebody before it costs too much', () => {
    main.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: Match.objectLike({ BudgetLimit: { Amount: profile.budget, Unit: 'USD' } }),
    });
    const alarms = resourcesOf(main, 'AWS::CloudWatch::Alarm').filter(({ AlarmActions: actions }) =>
      JSON.stringify(actions).includes('{"Ref":"Alarms'),
    );
    expect(alarms.length).toBeGreaterThan(6);
    for (const { AlarmDescription: text } of alarms) expect(text).toContain('docs/runbooks.md');
  });
});

function resourcesOf(template: Template, type: string): Record<string, unknown>[] {
  return Object.values(template.findResources(type)).map(
    (resource) => resource.Properties as Record<string, unknown>,
  );
}
