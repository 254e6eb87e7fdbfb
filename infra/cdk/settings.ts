import { isIP } from 'node:net';
import type { Node } from 'constructs';

/** What an operator says of an installation; all else follows. */
export interface Settings {
  readonly account: string;
  readonly region: string;
  /** Where people reach the site, in a hosted zone of this account. */
  readonly domain: string;
  /** Name of the hosted zone that holds the domain [the last two names of the domain]. */
  readonly hostedZone: string;
  /** Its id [looked up by the name, for which the CDK needs credentials]. */
  readonly hostedZoneId: string | undefined;
  /** A network that is there already [one is made]. */
  readonly network: ExistingNetwork | undefined;
  /** Name of a bucket that is there already, for uploads, records and results [one is made]. */
  readonly filesBucket: string | undefined;
  readonly profile: ProfileName;
  /** The id of the site at Google; without it all works but signing in. */
  readonly googleClientId: string;
  /** Who hears of alarms and of the bill [nobody]. */
  readonly email: string | undefined;
  /**
   * Generations of the key between the edge and the load balancer: the edge sends the first, the load balancer takes all
   * ["1"]. Another one is put before to change the key: docs/runbooks.md.
   */
  readonly edgeKeys: readonly string[];
  /** Ranges of addresses that the firewall turns away [none]. */
  readonly blocked: readonly string[];
  /** Snapshot that Redis begins with [empty]. With another one, or none, it is made anew. */
  readonly redisSnapshot: string | undefined;
}

/** As many subnets of each kind as zones of availability, two or more; the isolated ones reach S3, SQS and what else workers need. */
export interface ExistingNetwork {
  readonly vpcId: string;
  readonly cidr: string;
  readonly publicSubnetIds: readonly string[];
  readonly isolatedSubnetIds: readonly string[];
}

export type ProfileName = 'small' | 'large';

/** How much an installation may do at once, and what stands ready for it. */
export interface Profile {
  /** Whether workers on Fargate take the large files; else functions do. */
  readonly workersOnFargate: boolean;
  readonly webTasks: { readonly least: number; readonly most: number };
  /** Functions at work at the same time, by queue. */
  readonly smallAtOnce: number;
  readonly largeAtOnce: number;
  readonly mostWorkers: number;
  readonly redisNode: string;
  readonly redisNodes: number;
  /** What a month may cost before somebody is told, in US dollars. */
  readonly budget: number;
}

export const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  // Below some 0.7 million files a month functions cost less than a worker that stands ready: docs/deploy-aws.md.
  small: {
    workersOnFargate: false,
    webTasks: { least: 2, most: 4 },
    smallAtOnce: 20,
    largeAtOnce: 10,
    mostWorkers: 0,
    redisNode: 'cache.t4g.micro',
    redisNodes: 1,
    budget: 150,
  },
  large: {
    workersOnFargate: true,
    webTasks: { least: 2, most: 12 },
    smallAtOnce: 200,
    largeAtOnce: 0,
    mostWorkers: 100,
    redisNode: 'cache.t4g.small',
    redisNodes: 2,
    budget: 1_500,
  },
};

/** Starts as it is; everything but signing in works with it. */
const NO_GOOGLE_CLIENT = 'not-set.apps.googleusercontent.com';

/**
 * The settings given by `-c name=value` on the command line; account and region also by the environment of the CDK.
 * @throws Error that names everything that is missing or wrong, at once
 */
export function readSettings(node: Node, environment: { account?: string; region?: string } = {}): Settings {
  const given = (name: string): string | undefined => {
    const value: unknown = node.tryGetContext(name);
    return value === undefined || value === '' ? undefined : String(value);
  };
  const account = given('account') ?? environment.account ?? '';
  const region = given('region') ?? environment.region ?? '';
  const domain = given('domain') ?? '';
  const hostedZone = given('hostedZone') ?? domain.split('.').slice(-2).join('.');
  const edgeKeys = (given('edgeKeys') ?? '1').split(',');
  const blocked = given('blocked')?.split(',') ?? [];
  const profile = given('profile') ?? 'small';
  const network = readNetwork(given);
  const filesBucket = given('filesBucket');
  const problems = [
    /^\d{12}$/.test(account) ? '' : 'account: the 12 digits of the AWS account, as -c account=123456789012',
    /^[a-z]{2}(-[a-z]+)+-\d$/.test(region) ? '' : 'region: such as -c region=eu-central-1',
    /^([a-z0-9-]+\.)+[a-z]{2,}$/.test(domain)
      ? ''
      : 'domain: of the site, such as -c domain=files.example.org',
    `.${domain}`.endsWith(`.${hostedZone}`)
      ? ''
      : `hostedZone: expected a zone that holds ${domain} but received "${hostedZone}"`,
    Object.hasOwn(PROFILES, profile) ? '' : 'profile: small or large',
    // A rule of the load balancer takes five values.
    edgeKeys.length <= 2 && edgeKeys.every((each) => /^[1-9]\d{0,3}$/.test(each))
      ? ''
      : 'edgeKeys: one number or two, such as -c edgeKeys=2,1',
    blocked.every(isRange)
      ? ''
      : 'blocked: ranges of addresses with a comma between them, such as -c blocked=203.0.113.7/32',
    network === undefined || isNetwork(network)
      ? ''
      : 'vpc: with vpcCidr, and as many publicSubnets as isolatedSubnets, two or more, such as -c vpc=vpc-0a1b2c3d -c vpcCidr=10.0.0.0/16 -c publicSubnets=subnet-0a1b2c31,subnet-0a1b2c32 -c isolatedSubnets=subnet-0a1b2c33,subnet-0a1b2c34',
    filesBucket === undefined || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(filesBucket)
      ? ''
      : 'filesBucket: the name of a bucket, such as -c filesBucket=our-files',
  ].filter(Boolean);
  if (problems.length > 0)
    throw new Error(
      `The deployment needs to know:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
  return {
    account,
    region,
    domain,
    hostedZone,
    hostedZoneId: given('hostedZoneId'),
    network,
    filesBucket,
    profile: profile as ProfileName,
    googleClientId: given('googleClientId') ?? NO_GOOGLE_CLIENT,
    email: given('email'),
    edgeKeys,
    blocked,
    redisSnapshot: given('redisSnapshot'),
  };
}

function readNetwork(given: (name: string) => string | undefined): ExistingNetwork | undefined {
  const names = ['vpc', 'vpcCidr', 'publicSubnets', 'isolatedSubnets'] as const;
  if (names.every((name) => given(name) === undefined)) return undefined;
  const [vpcId, cidr, publicSubnets, isolatedSubnets] = names.map((name) => given(name) ?? '');
  return {
    vpcId: vpcId!,
    cidr: cidr!,
    publicSubnetIds: publicSubnets!.split(','),
    isolatedSubnetIds: isolatedSubnets!.split(','),
  };
}

function isNetwork({ vpcId, cidr, publicSubnetIds, isolatedSubnetIds }: ExistingNetwork): boolean {
  const areSubnets = [...publicSubnetIds, ...isolatedSubnetIds].every((id) =>
    /^subnet-[\da-f]{8,17}$/.test(id),
  );
  const arePairs = publicSubnetIds.length >= 2 && publicSubnetIds.length === isolatedSubnetIds.length;
  return /^vpc-[\da-f]{8,17}$/.test(vpcId) && isRange(cidr) && areSubnets && arePairs;
}

/** As the firewall takes them: never all addresses. */
function isRange(text: string): boolean {
  const [address = '', bits = ''] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return /^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= most;
}
