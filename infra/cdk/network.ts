import { Fn, RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  FlowLogDestination,
  FlowLogTrafficType,
  GatewayVpcEndpointAwsService,
  InterfaceVpcEndpointAwsService,
  IpAddresses,
  SubnetType,
  Vpc,
  type IVpc,
} from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { ExistingNetwork } from './settings.ts';

/** The network of the settings, as it is, or one of our own. */
export function findNetwork(
  scope: Construct,
  options: { readonly existing: ExistingNetwork | undefined; readonly workersOnFargate: boolean },
): IVpc {
  const { existing } = options;
  if (existing === undefined) return createNetwork(scope, options);
  const { vpcId, cidr: vpcCidrBlock, publicSubnetIds, isolatedSubnetIds } = existing;
  // Only counted: what stands in the network names subnets.
  const availabilityZones = firstZones(publicSubnetIds.length);
  return Vpc.fromVpcAttributes(scope, 'Network', {
    vpcId,
    vpcCidrBlock,
    availabilityZones,
    publicSubnetIds: [...publicSubnetIds],
    isolatedSubnetIds: [...isolatedSubnetIds],
  });
}

/** So many zones of availability of the region, which CloudFormation fills in: the CDK need not ask the account. */
export function firstZones(count: number): string[] {
  const zones = Fn.getAzs();
  return Array.from({ length: count }, (_, at) => Fn.select(at, zones));
}

/**
 * Two zones. Web servers stand in the public subnets, as they ask Google for its keys, and are reached through the load
 * balancer only. Workers and Redis stand in subnets without a way to the internet: what they need of AWS comes through
 * endpoints, so there is no NAT gateway to pay for and no way out for a hostile file.
 */
function createNetwork(scope: Construct, options: { readonly workersOnFargate: boolean }): Vpc {
  const vpc = new Vpc(scope, 'Network', {
    ipAddresses: IpAddresses.cidr('10.20.0.0/16'),
    maxAzs: 2,
    natGateways: 0,
    subnetConfiguration: [
      { name: 'public', subnetType: SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: false },
      { name: 'isolated', subnetType: SubnetType.PRIVATE_ISOLATED, cidrMask: 22 },
    ],
    flowLogs: {
      Rejected: {
        trafficType: FlowLogTrafficType.REJECT,
        destination: FlowLogDestination.toCloudWatchLogs(
          new LogGroup(scope, 'RejectedTraffic', {
            retention: RetentionDays.ONE_WEEK,
            removalPolicy: RemovalPolicy.DESTROY,
          }),
        ),
      },
    },
  });
  openWaysToAws(vpc, options);
  return vpc;
}

/** What the isolated subnets reach of AWS, and no more of it than this installation has. */
function openWaysToAws(vpc: Vpc, { workersOnFargate }: { readonly workersOnFargate: boolean }): void {
  const toS3 = vpc.addGatewayEndpoint('ToS3', {
    service: GatewayVpcEndpointAwsService.S3,
    subnets: [{ subnetType: SubnetType.PRIVATE_ISOLATED }, { subnetType: SubnetType.PUBLIC }],
  });
  const { account, region } = Stack.of(vpc);
  // Else the one way out of the isolated subnets would lead to every bucket of the world.
  toS3.addToPolicy(
    new PolicyStatement({
      principals: [new AnyPrincipal()],
      actions: ['s3:*'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:ResourceAccount': account } },
    }),
  );
  // Where the registry of images keeps their layers.
  toS3.addToPolicy(
    new PolicyStatement({
      principals: [new AnyPrincipal()],
      actions: ['s3:GetObject'],
      resources: [`arn:aws:s3:::prod-${region}-starport-layer-bucket/*`],
    }),
  );
  const subnets = { subnetType: SubnetType.PRIVATE_ISOLATED };
  const toSqs = vpc.addInterfaceEndpoint('ToSqs', { service: InterfaceVpcEndpointAwsService.SQS, subnets });
  toSqs.addToPolicy(
    new PolicyStatement({
      principals: [new AnyPrincipal()],
      actions: ['sqs:*'],
      resources: [`arn:aws:sqs:${region}:${account}:*`],
    }),
  );
  // A function fetches its image and writes its log by itself; a task does both from where it stands.
  if (workersOnFargate)
    for (const [id, service] of Object.entries({
      ToEcr: InterfaceVpcEndpointAwsService.ECR,
      ToEcrDocker: InterfaceVpcEndpointAwsService.ECR_DOCKER,
      ToLogs: InterfaceVpcEndpointAwsService.CLOUDWATCH_LOGS,
    }))
      vpc.addInterfaceEndpoint(id, { service, subnets });
}
