import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../../infra/cdk/build-app.ts';
import { API_CALLS_IN_FIVE_MINUTES } from '../../../infra/cdk/edge-rules-stack.ts';
import { PROFILES, readSettings, type ProfileName } from '../../../infra/cdk/settings.ts';
import { App, Match, Template } from '../../../infra/cdk/test-tools.ts';
import { LOOKUPS_PER_FILE } from '#functions/limits/upload-limits.ts';
import { readConfig } from '#platform/config.ts';
import { OPERATING_LIMITS } from '#platform/contracts/operating-limits.ts';

const ROOT = new URL('../../../', import.meta.url);
const ACCOUNT = '123456789012';
const REGION = 'eu-central-1';
/** What an operator may say besides; the other profile says nothing. */
const MORE_OF_LARGE = {
  edgeKeys: '2,1',
  blocked: '203.0.113.7/32,2001:db8::/32',
  redisSnapshot: 'nightly',
  email: 'ops@example.org',
};
/** What is there already in an account. */
const EXISTING = {
  vpc: 'vpc-0a1b2c3d',
  vpcCidr: '10.0.0.0/16',
  publicSubnets: 'subnet-0a1b2c31,subnet-0a1b2c32',
  isolatedSubnets: 'subnet-0a1b2c33,subnet-0a1b2c34',
  filesBucket: 'our-files',
};

interface Synthesised {
  readonly edge: Template;
  readonly main: Template;
  readonly bytes: number;
}

/** As `npm run cdk -- synth`: it throws when cdk-nag finds what nobody accepted. */
function synthesise(profile: ProfileName, folder: string, more: object = {}): Synthesised {
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
    ...(profile === 'large' ? MORE_OF_LARGE : {}),
    ...more,
  };
  const app = new App({ outdir: join(folder, 'out'), context: { ...context, ...given } });
  const { edgeRules, featherpress } = buildApp(app, readSettings(app.node), assets);
  // The CDK would ask the account for it, which takes credentials.
  expect(app.synth().manifest.missing).toBeUndefined();
  const main = Template.fromStack(featherpress);
  return { edge: Template.fromStack(edgeRules), main, bytes: JSON.stringify(main.toJSON()).length };
}

describe('settings', () => {
  it('names all that is missing at once', () => {
    expect(() => readSettings(new App().node)).toThrow(/account: .*\n.*region: .*\n.*domain: /);
  });

  const given = { account: ACCOUNT, region: REGION, domain: 'files.example.co.uk' };
  const settingsOf = (context: object) => readSettings(new App({ context: { ...given, ...context } }).node);

  it('take a hosted zone of more than two names', () => {
    expect(settingsOf({ hostedZone: 'example.co.uk' }).hostedZone).toBe('example.co.uk');
    expect(settingsOf({}).hostedZone).toBe('co.uk');
  });

  it.each([
    ['hostedZone', { hostedZone: 'ample.co.uk' }],
    ['edgeKeys', { edgeKeys: '3,2,1' }],
    ['edgeKeys', { edgeKeys: 'secret' }],
    ['blocked', { blocked: '203.0.113.7' }],
    ['blocked', { blocked: '0.0.0.0/0' }],
    ['blocked', { blocked: '203.0.113.0/33' }],
    ['vpc', { vpc: 'vpc-0a1b2c3d' }],
    ['vpc', { ...EXISTING, publicSubnets: 'subnet-0a1b2c31' }],
    ['vpc', { ...EXISTING, vpcCidr: '10.0.0.0' }],
    ['filesBucket', { filesBucket: 'Our files' }],
  ])('refuse a wrong %s: %o', (name, context) => {
    expect(() => settingsOf(context)).toThrow(new RegExp(`- ${name}: `));
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
  });

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
      CapacityProviderStrategy: [{ CapacityProvider: 'FARGATE_SPOT', Weight: 1 }],
    });
  });

  it('leaves to scaling how many tasks there are: a deployment takes none away', () => {
    for (const service of resourcesOf(main, 'AWS::ECS::Service'))
      expect(service).not.toHaveProperty('DesiredCount');
  });

  it('gives tasks back while most of them have nothing to do, but never the last one', () => {
    if (!profile.workersOnFargate) return;
    main.hasResourceProperties('AWS::CloudWatch::Alarm', {
      Metrics: Match.arrayWith([Match.objectLike({ Expression: 'IF(tasks > 1, cpu, 100)' })]),
      ComparisonOperator: 'LessThanOrEqualToThreshold',
      EvaluationPeriods: 10,
    });
  });

  it('changes servers last, when the files of their pages and the workers for their messages are there', () => {
    const web = Object.values(main.findResources('AWS::ECS::Service')).find(
      ({ Properties }) => 'LoadBalancers' in (Properties as object),
    ) as { DependsOn: string[] };
    const names = ['AssetFiles', 'SmallFunction', ...(profile.workersOnFargate ? ['Workers'] : [])];
    for (const name of names)
      expect([name, web.DependsOn.some((each) => each.startsWith(name))]).toEqual([name, true]);
  });

  it('keeps Redis encrypted and never lets it evict the count', () => {
    main.hasResourceProperties('AWS::ElastiCache::ReplicationGroup', {
      Engine: 'valkey',
      TransitEncryptionEnabled: true,
      AtRestEncryptionEnabled: true,
      NumCacheClusters: profile.redisNodes,
      SnapshotName: name === 'large' ? 'nightly' : Match.absent(),
    });
    main.hasResource('AWS::ElastiCache::ReplicationGroup', { DeletionPolicy: 'Snapshot' });
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

  it('changes the key of the edge without a refused request: the load balancer knows both first', () => {
    const [rule] = resourcesOf(main, 'AWS::ElasticLoadBalancingV2::ListenerRule');
    const { Values: values } = (rule!.Conditions as { HttpHeaderConfig: { Values: unknown[] } }[])[0]!
      .HttpHeaderConfig;
    expect(values).toHaveLength(name === 'large' ? 2 : 1);
    const [distribution] = Object.values(main.findResources('AWS::CloudFront::Distribution')) as {
      DependsOn: string[];
      Properties: { DistributionConfig: { Origins: object[] } };
    }[];
    const [sent] = distribution!.Properties.DistributionConfig.Origins.flatMap(
      (origin) => (origin as { OriginCustomHeaders?: { HeaderValue: unknown }[] }).OriginCustomHeaders ?? [],
    );
    expect(sent!.HeaderValue).toEqual(values[0]);
    expect(distribution!.DependsOn.some((each) => each.startsWith('LoadBalancerHttps'))).toBe(true);
  });

  it('lets the edge keep no error, and take what an installed app is handed', () => {
    main.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: Match.objectLike({
        CustomErrorResponses: Match.arrayWith([
          { ErrorCode: 404, ErrorCachingMinTTL: 0 },
          { ErrorCode: 503, ErrorCachingMinTTL: 0 },
        ]),
        CacheBehaviors: Match.arrayWith([
          Match.objectLike({ PathPattern: '/compress', AllowedMethods: Match.arrayWith(['POST']) }),
        ]),
      }),
    });
  });

  it('closes idle connections at the load balancer before the web servers do', () => {
    main.hasResourceProperties('AWS::ElasticLoadBalancingV2::LoadBalancer', {
      LoadBalancerAttributes: Match.arrayWith([
        { Key: 'idle_timeout.timeout_seconds', Value: String(OPERATING_LIMITS.idleConnectionSeconds) },
      ]),
    });
  });

  it('opens the way to S3 for buckets of this account alone', () => {
    main.hasResourceProperties('AWS::EC2::VPCEndpoint', {
      VpcEndpointType: 'Gateway',
      PolicyDocument: Match.objectLike({
        Statement: [
          Match.objectLike({ Condition: { StringEquals: { 'aws:ResourceAccount': ACCOUNT } } }),
          Match.objectLike({
            Action: 's3:GetObject',
            Resource: `arn:aws:s3:::prod-${REGION}-starport-layer-bucket/*`,
          }),
        ],
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
    edge.resourceCountIs('AWS::WAFv2::IPSet', name === 'large' ? 2 : 0);
  });

  it('refuses at the edge nothing that the limits of clients allow', () => {
    const { filesPerMinute } = readConfig({}, 'worker').rateLimits.tiers['signed-in'];
    expect(API_CALLS_IN_FIVE_MINUTES).toBeGreaterThan(5 * filesPerMinute * (1 + LOOKUPS_PER_FILE));
  });

  it('tells somebody before it costs too much', () => {
    main.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: Match.objectLike({
        BudgetLimit: { Amount: profile.budget, Unit: 'USD' },
        // A name would keep out the budget that takes its place when somebody else is to be told.
        BudgetName: Match.absent(),
      }),
      NotificationsWithSubscribers: name === 'large' ? Match.anyValue() : Match.absent(),
    });
    const alarms = resourcesOf(main, 'AWS::CloudWatch::Alarm').filter(({ AlarmActions: actions }) =>
      JSON.stringify(actions).includes('{"Ref":"Alarms'),
    );
    expect(alarms.length).toBeGreaterThan(6);
    for (const { AlarmDescription: text } of alarms) expect(text).toContain('docs/runbooks.md');
  });

  it('sees letters that are hidden while they are tried, and the memory of every node of Redis', () => {
    main.hasResourceProperties('AWS::CloudWatch::Alarm', {
      AlarmDescription: Match.stringLikeRegexp('neither be done nor ended'),
      Metrics: Match.arrayWith([Match.objectLike({ Expression: 'visible + hidden' })]),
    });
    const nodes = resourcesOf(main, 'AWS::CloudWatch::Alarm').filter(
      ({ MetricName: metric }) => metric === 'DatabaseMemoryUsagePercentage',
    );
    expect(nodes).toHaveLength(profile.redisNodes);
    for (const { Dimensions: dimensions } of nodes)
      expect(dimensions).toEqual([expect.objectContaining({ Name: 'CacheClusterId' })]);
  });
});

it('stands in a network and on a bucket that are there already', () => {
  const folder = mkdtempSync(join(tmpdir(), 'featherpress-cdk-'));
  try {
    const { main } = synthesise('large', folder, EXISTING);
    for (const type of ['VPC', 'Subnet', 'VPCEndpoint']) main.resourceCountIs(`AWS::EC2::${type}`, 0);
    main.hasResourceProperties('AWS::ElasticLoadBalancingV2::LoadBalancer', {
      Subnets: EXISTING.publicSubnets.split(','),
    });
    main.hasResourceProperties('AWS::ElastiCache::SubnetGroup', {
      SubnetIds: EXISTING.isolatedSubnets.split(','),
    });
    main.hasResourceProperties('AWS::EC2::SecurityGroup', { VpcId: EXISTING.vpc });
    expect(main.findOutputs('FilesBucket')).toMatchObject({ FilesBucket: { Value: EXISTING.filesBucket } });
    main.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: Match.objectLike({
        Statement: Match.arrayWith([
          Match.objectLike({ Resource: `arn:aws:s3:::${EXISTING.filesBucket}/*` }),
        ]),
      }),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function resourcesOf(template: Template, type: string): Record<string, unknown>[] {
  return Object.values(template.findResources(type)).map(
    (resource) => resource.Properties as Record<string, unknown>,
  );
}
