import { RemovalPolicy } from 'aws-cdk-lib';
import { CfnParameterGroup, CfnReplicationGroup, CfnSubnetGroup } from 'aws-cdk-lib/aws-elasticache';
import { Peer, Port, SecurityGroup, SubnetType, type IConnectable, type IVpc } from 'aws-cdk-lib/aws-ec2';
import type { Construct } from 'constructs';
import type { Profile } from './settings.ts';

export interface Redis {
  readonly url: string;
  /** Ids of its nodes, by which CloudWatch knows them. */
  readonly nodeIds: readonly string[];
  allowFrom(client: IConnectable): void;
}

export const REDIS_PORT = 6379;

/** Events, limits and the count: Valkey, encrypted on the way and at rest, within reach of our own groups only. */
export function createRedis(
  scope: Construct,
  vpc: IVpc,
  { profile, snapshot }: { readonly profile: Profile; readonly snapshot: string | undefined },
): Redis {
  const group = new SecurityGroup(scope, 'RedisAccess', {
    vpc,
    description: 'Web servers and workers to Redis',
    allowAllOutbound: false,
  });
  const subnets = new CfnSubnetGroup(scope, 'RedisSubnets', {
    description: 'Without a way to the internet',
    subnetIds: vpc.selectSubnets({ subnetType: SubnetType.PRIVATE_ISOLATED }).subnetIds,
  });
  const parameters = new CfnParameterGroup(scope, 'RedisParameters', {
    cacheParameterGroupFamily: 'valkey8',
    description: 'The count must not be evicted',
    properties: { 'maxmemory-policy': 'noeviction' },
  });
  const replicas = profile.redisNodes > 1;
  const redis = new CfnReplicationGroup(scope, 'Redis', {
    replicationGroupDescription: 'Featherpress: events, limits and the count',
    engine: 'valkey',
    engineVersion: '8.0',
    cacheNodeType: profile.redisNode,
    numCacheClusters: profile.redisNodes,
    automaticFailoverEnabled: replicas,
    multiAzEnabled: replicas,
    atRestEncryptionEnabled: true,
    transitEncryptionEnabled: true,
    transitEncryptionMode: 'required',
    snapshotRetentionLimit: 3,
    ...(snapshot === undefined ? {} : { snapshotName: snapshot }),
    port: REDIS_PORT,
    cacheSubnetGroupName: subnets.ref,
    cacheParameterGroupName: parameters.ref,
    securityGroupIds: [group.securityGroupId],
  });
  // The count is all that is kept of an installation that is taken away.
  redis.applyRemovalPolicy(RemovalPolicy.SNAPSHOT);
  return {
    url: `rediss://${redis.attrPrimaryEndPointAddress}:${REDIS_PORT}`,
    // A group without shards names its nodes by their number.
    nodeIds: Array.from({ length: profile.redisNodes }, (_, at) => `${redis.ref}-00${at + 1}`),
    allowFrom: ({ connections }) => {
      // The way in only: which ways out a client has is said where it is made.
      for (const client of connections.securityGroups)
        group.addIngressRule(Peer.securityGroupId(client.securityGroupId), Port.tcp(REDIS_PORT), 'Redis');
    },
  };
}
