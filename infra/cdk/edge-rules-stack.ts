import { Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { findHostedZone } from './hosted-zone.ts';
import type { Settings } from './settings.ts';

/** Requests of one address in five minutes. A page with its files is some 40; batches of ten files are few calls. */
const REQUESTS_IN_FIVE_MINUTES = 3_000;
const API_CALLS_IN_FIVE_MINUTES = 1_500;

/** What CloudFront takes from us-east-1 only: the certificate of the site and the rules of the firewall. */
export class EdgeRulesStack extends Stack {
  readonly certificate: ICertificate;
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, props: StackProps & { readonly settings: Settings }) {
    super(scope, id, props);
    const { settings } = props;
    this.certificate = new Certificate(this, 'SiteCertificate', {
      domainName: settings.domain,
      validation: CertificateValidation.fromDns(findHostedZone(this, settings)),
    });
    const metrics = (metricName: string) => ({
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: false,
      metricName,
    });
    const limited = (name: string, priority: number, limit: number, path?: string) => ({
      name,
      priority,
      action: { block: { customResponse: { responseCode: 429 } } },
      statement: {
        rateBasedStatement: {
          limit,
          aggregateKeyType: 'IP',
          evaluationWindowSec: 300,
          ...(path === undefined
            ? {}
            : {
                scopeDownStatement: {
                  byteMatchStatement: {
                    searchString: path,
                    fieldToMatch: { uriPath: {} },
                    positionalConstraint: 'STARTS_WITH',
                    textTransformations: [{ priority: 0, type: 'NONE' }],
                  },
                },
              }),
        },
      },
      visibilityConfig: metrics(name),
    });
    const acl = new CfnWebACL(this, 'Firewall', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metrics('featherpress'),
      rules: [
        {
          name: 'reputation',
          priority: 0,
          overrideAction: { none: {} },
          statement: {
            managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesAmazonIpReputationList' },
          },
          visibilityConfig: metrics('reputation'),
        },
        limited('api-calls', 1, API_CALLS_IN_FIVE_MINUTES, '/api/'),
        limited('requests', 2, REQUESTS_IN_FIVE_MINUTES),
      ],
    });
    this.webAclArn = acl.attrArn;
  }
}
