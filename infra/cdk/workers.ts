import { Duration, RemovalPolicy, Size } from 'aws-cdk-lib';
import { AdjustmentType } from 'aws-cdk-lib/aws-applicationautoscaling';
import { MathExpression, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { Peer, Port, SecurityGroup, SubnetType, type IConnectable, type IVpc } from 'aws-cdk-lib/aws-ec2';
import {
  ContainerImage,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
  type Cluster,
} from 'aws-cdk-lib/aws-ecs';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { Architecture, DockerImageCode, DockerImageFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { LogGroup, RetentionDays, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { createImage, IMAGE_CONTEXT } from './images.ts';
import { LARGE_FUNCTION_TIME, SMALL_FUNCTION_TIME, type Queues } from './queues.ts';
import { REDIS_PORT } from './redis.ts';
import type { Profile } from './settings.ts';

/** 1 769 MB are one whole core: Lambda, "Configure Lambda function memory". */
const SMALL_FUNCTION_MB = 1_769;
/** An engine may take 1.5 GB for the largest files, and the file is on the disk beside it. */
const LARGE_FUNCTION_MB = 3_008;
const LARGE_DISK = Size.gibibytes(2);

/** CPU of all tasks together below which there are too many of them, and above which there will soon be too few. */
const SLACK_PERCENT = 40;
const BUSY_PERCENT = 75;

interface WorkerOptions {
  readonly vpc: IVpc;
  readonly queues: Queues;
  readonly environment: Readonly<Record<string, string>>;
  /** Gives rights on the bucket and the queues. */
  readonly allow: (worker: IGrantable & IConnectable) => void;
}

/** A function that a queue calls with one job at a time. */
export function createFunctions(
  scope: Construct,
  { vpc, queues, environment, allow, profile }: WorkerOptions & { readonly profile: Profile },
): DockerImageFunction[] {
  const access = createWorkerAccess(scope, 'FunctionAccess', vpc);
  const create = (
    id: string,
    queue: Queue,
    options: { handler: string; timeout: Duration; memorySize: number; atOnce: number; disk?: Size },
  ): DockerImageFunction => {
    const called = new DockerImageFunction(scope, id, {
      code: DockerImageCode.fromImageAsset(IMAGE_CONTEXT, {
        file: 'infra/docker/function.Dockerfile',
        platform: Platform.LINUX_ARM64,
        cmd: [options.handler],
      }),
      architecture: Architecture.ARM_64,
      timeout: options.timeout,
      memorySize: options.memorySize,
      ...(options.disk ? { ephemeralStorageSize: options.disk } : {}),
      environment,
      vpc,
      vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
      securityGroups: [access],
      logGroup: new LogGroup(scope, `${id}Log`, {
        retention: RetentionDays.ONE_MONTH,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    });
    called.addEventSource(
      // One job a call, so that one slow file holds up no other one.
      new SqsEventSource(queue, {
        batchSize: 1,
        reportBatchItemFailures: true,
        maxConcurrency: options.atOnce,
      }),
    );
    allow(called);
    return called;
  };
  const handler = 'functions/lambda/worker.handler';
  const functions = [
    create('SmallFunction', queues.small, {
      handler,
      timeout: SMALL_FUNCTION_TIME,
      memorySize: SMALL_FUNCTION_MB,
      atOnce: profile.smallAtOnce,
    }),
    create('DeadLetterFunction', queues.dead, {
      handler: 'functions/lambda/worker.deadLetterHandler',
      timeout: Duration.minutes(1),
      memorySize: 512,
      atOnce: 2,
    }),
  ];
  if (!profile.workersOnFargate)
    functions.push(
      create('LargeFunction', queues.large, {
        handler,
        timeout: LARGE_FUNCTION_TIME,
        memorySize: LARGE_FUNCTION_MB,
        atOnce: profile.largeAtOnce,
        disk: LARGE_DISK,
      }),
    );
  return functions;
}

/** Workers on Spot capacity for the queue of large work, from none to many by how long its oldest job waits. */
export function createWorkerService(
  scope: Construct,
  options: WorkerOptions & { readonly cluster: Cluster; readonly most: number },
): { readonly service: FargateService; readonly log: ILogGroup } {
  const { vpc, queues, environment, allow, cluster } = options;
  const log = new LogGroup(scope, 'WorkerLog', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const task = new FargateTaskDefinition(scope, 'WorkerTask', {
    cpu: 2_048,
    memoryLimitMiB: 6_144,
    runtimePlatform: {
      cpuArchitecture: CpuArchitecture.ARM64,
      operatingSystemFamily: OperatingSystemFamily.LINUX,
    },
  });
  task.addVolume({ name: 'tmp' });
  const linuxParameters = new LinuxParameters(scope, 'WorkerLinux', { initProcessEnabled: true });
  const container = task.addContainer('worker', {
    image: ContainerImage.fromDockerImageAsset(createImage(scope, 'WorkerImage', 'worker')),
    environment: { ...environment, WORKER_CONCURRENCY: '2', DELIVERY_FROM: 'web' },
    readonlyRootFilesystem: true,
    linuxParameters,
    // What Fargate allows at most, and what Spot warns of before it takes a task.
    stopTimeout: Duration.seconds(120),
    logging: LogDrivers.awsLogs({ streamPrefix: 'worker', logGroup: log }),
  });
  container.addMountPoints({ sourceVolume: 'tmp', containerPath: '/tmp', readOnly: false });
  const access = createWorkerAccess(scope, 'WorkerAccess', vpc);
  const service = new FargateService(scope, 'Workers', {
    cluster,
    taskDefinition: task,
    // No desired count: a deployment would set it, and end every worker that scaling has started.
    assignPublicIp: false,
    vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
    securityGroups: [access],
    capacityProviderStrategies: [{ capacityProvider: 'FARGATE_SPOT', weight: 1 }],
    minHealthyPercent: 50,
    maxHealthyPercent: 200,
    circuitBreaker: { rollback: true },
  });
  allow({ grantPrincipal: task.taskRole, connections: service.connections });
  scaleByAge(service, queues.large, options.most);
  return { service, log };
}

/** To AWS by the endpoints of the network, and to Redis. */
function createWorkerAccess(scope: Construct, id: string, vpc: IVpc): SecurityGroup {
  const access = new SecurityGroup(scope, id, { vpc, description: 'Workers', allowAllOutbound: false });
  access.addEgressRule(Peer.anyIpv4(), Port.tcp(443), 'Endpoints of the network');
  access.addEgressRule(Peer.ipv4(vpc.vpcCidrBlock), Port.tcp(REDIS_PORT), 'Redis');
  return access;
}

function scaleByAge(service: FargateService, queue: Queue, most: number): void {
  const period = Duration.minutes(1);
  const count = service.autoScaleTaskCount({ minCapacity: 0, maxCapacity: most });
  count.scaleOnMetric('Waiting', {
    metric: queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' }),
    adjustmentType: AdjustmentType.CHANGE_IN_CAPACITY,
    scalingSteps: [
      { upper: 10, change: 0 },
      { lower: 10, change: +1 },
      { lower: 60, change: +4 },
      { lower: 180, change: +16 },
    ],
    cooldown: Duration.minutes(1),
  });
  // Only when nothing waits and nothing is worked on, for a quarter of an hour: a start costs a minute.
  count.scaleOnMetric('Idle', {
    metric: new MathExpression({
      expression: 'visible + hidden',
      usingMetrics: {
        visible: queue.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
        hidden: queue.metricApproximateNumberOfMessagesNotVisible({ period, statistic: 'Maximum' }),
      },
      period,
    }),
    adjustmentType: AdjustmentType.PERCENT_CHANGE_IN_CAPACITY,
    scalingSteps: [
      { upper: 0, change: -100 },
      { lower: 1, change: 0 },
    ],
    evaluationPeriods: 15,
    cooldown: Duration.minutes(5),
  });
  // A burst must not be paid for until the night: a quarter of the tasks goes when most engines have had nothing to do for
  // ten minutes. What they had in work is given back. The last task stays until nothing waits, so that a file every minute
  // finds a worker. CloudWatch has one sample of the CPU for each task and minute.
  count.scaleOnMetric('Slack', {
    metric: new MathExpression({
      expression: 'IF(tasks > 1, cpu, 100)',
      usingMetrics: {
        cpu: service.metricCpuUtilization({ period, statistic: Stats.AVERAGE }),
        tasks: service.metricCpuUtilization({ period, statistic: Stats.SAMPLE_COUNT }),
      },
      period,
    }),
    adjustmentType: AdjustmentType.PERCENT_CHANGE_IN_CAPACITY,
    scalingSteps: [
      { upper: SLACK_PERCENT, change: -25 },
      { lower: SLACK_PERCENT, change: 0 },
    ],
    evaluationPeriods: 10,
    cooldown: Duration.minutes(5),
  });
  // Before anybody waits: traffic that grows by the hour must not be followed by the age of files alone.
  count.scaleOnMetric('Busy', {
    metric: service.metricCpuUtilization({ period, statistic: Stats.AVERAGE }),
    adjustmentType: AdjustmentType.PERCENT_CHANGE_IN_CAPACITY,
    minAdjustmentMagnitude: 1,
    scalingSteps: [
      { upper: BUSY_PERCENT, change: 0 },
      { lower: BUSY_PERCENT, change: +25 },
    ],
    evaluationPeriods: 2,
    cooldown: Duration.minutes(2),
  });
}
