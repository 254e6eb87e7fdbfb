import { Stack, type StackProps } from 'aws-cdk-lib';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { CfnIPSet, CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { isIPv6 } from 'node:net';
import { findHostedZone } from './hosted-zone.ts';
import type { Settings } from './settings.ts';

/**
 * Requests of one address in five minutes. Web servers limit clients themselves and say so in headers; the firewall is
 * for floods, so it must allow what they promise: a client that is signed in may send 300 files a minute and look 6 000 times.
 */
export const API_CALLS_IN_FIVE_MINUTES = 40_000;
/** With pages and their files, some 40 a page. */
const REQUESTS_IN_FIVE_MINUTES = 50_000;
/** As errors of the API are written; the wait is the window of the rule. */
const TOO_MANY = {
  key: 'too-many',
  body: {
    contentType: 'APPLICATION_JSON',
    content: JSON.stringify({
      error: 'Too many requests came from this address. Please wait five minutes and try again.',
      code: 'rate-limited',
    }),
  },
  response: { responseCode: 429, responseHeaders: [{ name: 'Retry-After', value: '300' }] },
};

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
      action: { block: { customResponse: { ...TOO_MANY.response, customResponseBodyKey: TOO_MANY.key } } },
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
                    // Express takes addresses in any case.
                    textTransformations: [
                      { priority: 0, type: 'NORMALIZE_PATH' },
                      { priority: 1, type: 'LOWERCASE' },
                    ],
                  },
                },
              }),
        },
      },
      visibilityConfig: metrics(name),
    });
    const turnedAway = this.createBlocked(settings.blocked).map((set, at) => ({
      name: `blocked-${at + 1}`,
      priority: 10 + at,
      action: { block: {} },
      statement: { ipSetReferenceStatement: { arn: set.attrArn } },
      visibilityConfig: metrics(`blocked-${at + 1}`),
    }));
    const acl = new CfnWebACL(this, 'Firewall', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metrics('featherpress'),
      customResponseBodies: { [TOO_MANY.key]: TOO_MANY.body },
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
        ...turnedAway,
      ],
    });
    this.webAclArn = acl.attrArn;
  }

  /** A set holds addresses of one version. */
  private createBlocked(ranges: readonly string[]): CfnIPSet[] {
    return (['IPV4', 'IPV6'] as const)
      .map((ipAddressVersion) => ({
        ipAddressVersion,
        addresses: ranges.filter((each) => isIPv6(each.split('/')[0]!) === (ipAddressVersion === 'IPV6')),
      }))
      .filter(({ addresses }) => addresses.length > 0)
      .map((set) => new CfnIPSet(this, `Blocked${set.ipAddressVersion}`, { scope: 'CLOUDFRONT', ...set }));
  }
}
