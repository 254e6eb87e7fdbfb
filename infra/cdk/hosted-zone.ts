import { HostedZone, type IHostedZone } from 'aws-cdk-lib/aws-route53';
import type { Construct } from 'constructs';
import type { Settings } from './settings.ts';

/** The hosted zone of the site's domain: that of the id that was given, or the one that the account has by its name. */
export function findHostedZone(
  scope: Construct,
  { hostedZone: zoneName, hostedZoneId }: Pick<Settings, 'hostedZone' | 'hostedZoneId'>,
): IHostedZone {
  return hostedZoneId === undefined
    ? HostedZone.fromLookup(scope, 'Zone', { domainName: zoneName })
    : HostedZone.fromHostedZoneAttributes(scope, 'Zone', { hostedZoneId, zoneName });
}
