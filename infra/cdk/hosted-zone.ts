import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** The hosted zone of the site's domain: the one that was named, or the one that the account has for it or its parent. */
export function findHostedZone(scope: Construct, { domain, hostedZoneId }: Settings): IHostedZone {
  const zoneName = domain.split('.').slice(-2).join('.');
  return hostedZoneId === undefined
    ? HostedZone.fromLookup(scope, 'Zone', { domainName: zoneName })
    : HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName });
}
