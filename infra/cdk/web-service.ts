import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { Peer, Port, SecurityGroup, SubnetType, type IVpc } from 'aws-cdk-lib/aws-ec2';
import {
  ContainerImage,
  CpuArchitecture,
  FargateService,
  FargateTaskDefinition,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
  Secret as TaskSecret,
  type Cluster,
} from 'aws-cdk-lib/aws-ecs';
import {
  ApplicationLoadBalancer,
  ApplicationProtocol,
  ListenerAction,
  ListenerCondition,
  SslPolicy,
  type ApplicationListener,
  type ApplicationTargetGroup,
} from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import { LogGroup, RetentionDays, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { OPERATING_LIMITS } from '../../platform/contracts/operating-limits.ts';
import { createImage } from './images.ts';
import type { Profile } from './settings.ts';

/** A header that only the edge knows: what comes around the edge is refused. */
export const EDGE_HEADER = 'x-featherpress-edge';

const PORT = 3_000;
/** Between SIGTERM and SIGKILL: the server's readiness falls, then its connections finish. */
const STOP_TIMEOUT = Duration.seconds(110);

export interface WebService {
  readonly service: FargateService;
  readonly loadBalancer: ApplicationLoadBalancer;
  readonly targets: ApplicationTargetGroup;
  /** What the edge must send as {@link EDGE_HEADER}. */
  readonly edgeKey: Secret;
  /** The way to the servers: it must know a key before the edge sends it. */
  readonly listener: ApplicationListener;
  readonly sessionSecret: Secret;
  readonly log: ILogGroup;
}

/** Pages, the API and the live count on small tasks behind a load balancer that answers the edge alone. */
export function createWebService(
  scope: Construct,
  options: {
    readonly vpc: IVpc;
    readonly cluster: Cluster;
    readonly profile: Profile;
    readonly certificate: ICertificate;
    /** Addresses of CloudFront: a managed prefix list of this region. */
    readonly edgePrefixListId: string;
    readonly accessLogs: Bucket;
    readonly environment: Readonly<Record<string, string>>;
    /** Generations of the key of the edge, the one in use first. */
    readonly edgeKeys: readonly string[];
  },
): WebService {
  const { vpc, cluster, profile } = options;
  const sessionSecret = new Secret(scope, 'SessionSecret', {
    description: 'Signs sessions',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
  });
  const webhookKey = new Secret(scope, 'WebhookKey', {
    description: 'Webhooks are signed with keys made of it',
    // 33 bytes in base64.
    generateSecretString: { passwordLength: 44, excludePunctuation: true },
  });
  const edgeKeys = createEdgeKeys(scope, options.edgeKeys);
  const log = new LogGroup(scope, 'WebLog', {
    retention: RetentionDays.ONE_MONTH,
    removalPolicy: RemovalPolicy.DESTROY,
  });

  const task = new FargateTaskDefinition(scope, 'WebTask', {
    cpu: 512,
    memoryLimitMiB: 1_024,
    runtimePlatform: {
      cpuArchitecture: CpuArchitecture.ARM64,
      operatingSystemFamily: OperatingSystemFamily.LINUX,
    },
  });
  task.addVolume({ name: 'tmp' });
  const linuxParameters = new LinuxParameters(scope, 'WebLinux', { initProcessEnabled: true });
  const container = task.addContainer('web', {
    image: ContainerImage.fromDockerImageAsset(createImage(scope, 'WebImage', 'web')),
    portMappings: [{ containerPort: PORT }],
    // Workers have no way to the internet.
    environment: { ...options.environment, DELIVERY_FROM: 'web', PORT: String(PORT), HOST: '0.0.0.0' },
    secrets: {
      JWT_SECRET: TaskSecret.fromSecretsManager(sessionSecret),
      WEBHOOK_SECRET: TaskSecret.fromSecretsManager(webhookKey),
    },
    readonlyRootFilesystem: true,
    linuxParameters,
    stopTimeout: STOP_TIMEOUT,
    logging: LogDrivers.awsLogs({ streamPrefix: 'web', logGroup: log }),
  });
  container.addMountPoints({ sourceVolume: 'tmp', containerPath: '/tmp', readOnly: false });

  const access = new SecurityGroup(scope, 'LoadBalancerAccess', {
    vpc,
    description: 'The edge to the load balancer',
    allowAllOutbound: false,
  });
  access.addIngressRule(Peer.prefixList(options.edgePrefixListId), Port.tcp(443), 'CloudFront only');
  const loadBalancer = new ApplicationLoadBalancer(scope, 'LoadBalancer', {
    vpc,
    internetFacing: true,
    securityGroup: access,
    vpcSubnets: { subnetType: SubnetType.PUBLIC },
    // Streams of events send a comment every 15 s, so that this only ends what is dead. Servers keep connections for longer:
    // else one of them would close a connection on which the load balancer just sends a request.
    idleTimeout: Duration.seconds(OPERATING_LIMITS.idleConnectionSeconds),
    dropInvalidHeaderFields: true,
  });
  loadBalancer.logAccessLogs(options.accessLogs, 'load-balancer');
  const service = new FargateService(scope, 'Web', {
    cluster,
    taskDefinition: task,
    // No desired count: a deployment would set it, and take away at the busiest hour what scaling has added.
    // An address of its own instead of a NAT gateway; nothing reaches it but the load balancer.
    assignPublicIp: true,
    vpcSubnets: { subnetType: SubnetType.PUBLIC },
    minHealthyPercent: 100,
    maxHealthyPercent: 200,
    circuitBreaker: { rollback: true },
    healthCheckGracePeriod: Duration.seconds(60),
  });
  const listener = loadBalancer.addListener('Https', {
    port: 443,
    protocol: ApplicationProtocol.HTTPS,
    certificates: [options.certificate],
    sslPolicy: SslPolicy.RECOMMENDED_TLS,
    open: false,
    defaultAction: ListenerAction.fixedResponse(403, { contentType: 'text/plain', messageBody: 'Forbidden' }),
  });
  const targets = listener.addTargets('Web', {
    priority: 10,
    conditions: [
      ListenerCondition.httpHeader(
        EDGE_HEADER,
        edgeKeys.map((key) => key.secretValue.unsafeUnwrap()),
      ),
    ],
    port: PORT,
    protocol: ApplicationProtocol.HTTP,
    targets: [service],
    // Alive, not ready: a backend that is away for a moment must not take every server out at once.
    healthCheck: { path: '/healthz', interval: Duration.seconds(10), timeout: Duration.seconds(5) },
    deregistrationDelay: Duration.seconds(60),
  });
  service
    .autoScaleTaskCount({ minCapacity: profile.webTasks.least, maxCapacity: profile.webTasks.most })
    .scaleOnCpuUtilization('ByCpu', { targetUtilizationPercent: 60 });
  return { service, loadBalancer, targets, edgeKey: edgeKeys[0]!, listener, sessionSecret, log };
}

/** One secret for each generation: CloudFormation reads a secret anew only where the template names another one. */
function createEdgeKeys(scope: Construct, generations: readonly string[]): Secret[] {
  const keys = new Construct(scope, 'EdgeKeys');
  return generations.map(
    (generation) =>
      new Secret(keys, `Key${generation}`, {
        description: 'Known to the edge and the load balancer',
        generateSecretString: { passwordLength: 48, excludePunctuation: true },
      }),
  );
}
