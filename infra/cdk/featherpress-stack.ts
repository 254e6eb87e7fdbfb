import { CfnOutput, RemovalPolicy, Stack, Tags, type StackProps, Duration } from 'aws-cdk-lib';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { IConnectable } from 'aws-cdk-lib/aws-ec2';
import { Cluster, ContainerInsights } from 'aws-cdk-lib/aws-ecs';
import type { IGrantable } from 'aws-cdk-lib/aws-iam';
import { ARecord, AaaaRecord, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget, LoadBalancerTarget } from 'aws-cdk-lib/aws-route53-targets';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import { Construct } from 'constructs';
import { acceptFindings } from './accepted-findings.ts';
import { createAlarms } from './alarms.ts';
import { createEdge, originDomainOf } from './edge.ts';
import { findHostedZone } from './hosted-zone.ts';
import { findNetwork, firstZones } from './network.ts';
import { createQueues } from './queues.ts';
import { createRedis } from './redis.ts';
import { PROFILES, type Settings } from './settings.ts';
import { allowObjects, createAssetStore, findFileStore } from './storage.ts';
import { createWebService } from './web-service.ts';
import { createFunctions, createWorkerService } from './workers.ts';

export interface FeatherpressStackProps extends StackProps {
  readonly settings: Settings;
  readonly siteCertificate: ICertificate;
  readonly webAclArn: string;
  /** The hashed files of the build: `build/client/assets`. */
  readonly assetsFolder: string;
}

/** Everything but what must be in us-east-1. */
export class FeatherpressStack extends Stack {
  /** Left to CloudFormation, so that templates are written without credentials. */
  override get availabilityZones(): string[] {
    return firstZones(2);
  }

  constructor(scope: Construct, id: string, props: FeatherpressStackProps) {
    super(scope, id, props);
    const { settings } = props;
    const profile = PROFILES[settings.profile];
    const { workersOnFargate } = profile;
    const siteUrl = `https://${settings.domain}`;
    Tags.of(this).add('product', 'featherpress');

    const zone = findHostedZone(this, settings);
    const vpc = findNetwork(this, { existing: settings.network, workersOnFargate });
    const files = findFileStore(this, { siteUrl, existing: settings.filesBucket });
    const assets = createAssetStore(this);
    const logs = createLogStore(this);
    const queues = createQueues(this, { workersOnFargate });
    const redis = createRedis(this, vpc, { profile, snapshot: settings.redisSnapshot });
    const cluster = new Cluster(this, 'Cluster', {
      vpc,
      // No alarm needs them, and for two web servers they would cost as much as Redis.
      containerInsightsV2: workersOnFargate ? ContainerInsights.ENABLED : ContainerInsights.DISABLED,
    });
    cluster.enableFargateCapacityProviders();

    const environment = {
      AWS_REGION: settings.region,
      S3_BUCKET: files.bucketName,
      SQS_QUEUE_URL: queues.large.queueUrl,
      REDIS_URL: redis.url,
    };
    const smallQueue = { SQS_SMALL_QUEUE_URL: queues.small.queueUrl };

    const originDomain = originDomainOf(settings.domain);
    const web = createWebService(this, {
      vpc,
      cluster,
      profile,
      certificate: new Certificate(this, 'OriginCertificate', {
        domainName: originDomain,
        subjectAlternativeNames: [settings.domain],
        validation: CertificateValidation.fromDns(zone),
      }),
      edgePrefixListId: findEdgePrefixList(this),
      accessLogs: logs,
      edgeKeys: settings.edgeKeys,
      environment: {
        ...environment,
        ...smallQueue,
        PUBLIC_URL: siteUrl,
        GOOGLE_CLIENT_ID: settings.googleClientId,
        // The edge and the load balancer.
        TRUSTED_PROXIES: '2',
      },
    });
    redis.allowFrom(web.service);
    allowObjects(files, web.service.taskDefinition.taskRole);
    for (const queue of [queues.small, queues.large])
      queue.grantSendMessages(web.service.taskDefinition.taskRole);

    const allow = (worker: IGrantable & IConnectable): void => {
      redis.allowFrom(worker);
      allowObjects(files, worker);
      for (const queue of [queues.small, queues.large, queues.dead]) queue.grantConsumeMessages(worker);
      for (const queue of [queues.small, queues.large]) queue.grantSendMessages(worker);
    };
    const functions = createFunctions(this, {
      vpc,
      queues,
      profile,
      allow,
      environment: {
        S3_BUCKET: environment.S3_BUCKET,
        SQS_QUEUE_URL: environment.SQS_QUEUE_URL,
        REDIS_URL: environment.REDIS_URL,
        ...smallQueue,
      },
    });
    // Workers poll the queue of large work only: functions take the small work.
    const workers = workersOnFargate
      ? createWorkerService(this, { vpc, queues, environment, allow, cluster, most: profile.mostWorkers })
      : undefined;

    const assetFiles = new BucketDeployment(this, 'AssetFiles', {
      sources: [Source.asset(props.assetsFolder)],
      destinationBucket: assets,
      destinationKeyPrefix: 'assets/',
      // Pages of the build before still ask for its files.
      prune: false,
      cacheControl: [
        CacheControl.maxAge(Duration.days(365)),
        CacheControl.setPublic(),
        CacheControl.immutable(),
      ],
      memoryLimit: 512,
    });
    const edge = createEdge(this, {
      domain: settings.domain,
      originDomain,
      certificate: props.siteCertificate,
      webAclArn: props.webAclArn,
      edgeKey: web.edgeKey,
      assets,
      logs,
    });
    // In this order the old and the new version can work side by side: pages of a new server ask for new files, its messages
    // may be of a form that only new workers read, and a key that the edge sends must be known behind it.
    // The service alone: its security group is named by that of Redis, which the functions need.
    const webService = web.service.node.findChild('Service');
    webService.node.addDependency(assetFiles, ...functions, ...(workers ? [workers.service] : []));
    edge.node.addDependency(web.listener);
    const toEdge = RecordTarget.fromAlias(new CloudFrontTarget(edge));
    new ARecord(this, 'Site', { zone, recordName: settings.domain, target: toEdge });
    new AaaaRecord(this, 'SiteV6', { zone, recordName: settings.domain, target: toEdge });
    new ARecord(this, 'Origin', {
      zone,
      recordName: originDomain,
      target: RecordTarget.fromAlias(new LoadBalancerTarget(web.loadBalancer)),
    });

    const workLogs = [...functions.map(({ logGroup }) => logGroup), ...(workers ? [workers.log] : [])];
    const alarms = createAlarms(
      this,
      { queues, web, redis, functions, workLogs },
      { email: settings.email, budget: profile.budget },
    );
    // What runbooks ask for by name.
    const outputs = {
      Url: siteUrl,
      ClusterName: cluster.clusterName,
      WebServiceName: web.service.serviceName,
      ...(workers ? { WorkerServiceName: workers.service.serviceName } : {}),
      WebLog: web.log.logGroupName,
      WorkLogs: workLogs.map(({ logGroupName }) => logGroupName).join(' '),
      SessionSecret: web.sessionSecret.secretName,
      FilesBucket: files.bucketName,
      DeadLettersArn: queues.dead.queueArn,
      AlarmsTopic: alarms.topicArn,
    };
    const names = new Construct(this, 'Names');
    for (const [name, value] of Object.entries(outputs))
      new CfnOutput(names, name, { value }).overrideLogicalId(name);
    acceptFindings(this, settings.filesBucket);
  }
}

/** Logs of the edge and the load balancer. They hold addresses of people, so they are kept for two weeks only. */
function createLogStore(scope: Construct): Bucket {
  return new Bucket(scope, 'Logs', {
    blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
    // CloudFront writes its logs by an access list.
    objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
    encryption: BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    lifecycleRules: [
      { expiration: Duration.days(14), abortIncompleteMultipartUploadAfter: Duration.days(1) },
    ],
    removalPolicy: RemovalPolicy.DESTROY,
  });
}

/** The list of CloudFront's addresses has another id in each region, so it is asked for by its name. */
function findEdgePrefixList(scope: Construct): string {
  const found = new AwsCustomResource(scope, 'EdgeAddresses', {
    onUpdate: {
      service: 'EC2',
      action: 'describeManagedPrefixLists',
      parameters: {
        Filters: [{ Name: 'prefix-list-name', Values: ['com.amazonaws.global.cloudfront.origin-facing'] }],
      },
      physicalResourceId: PhysicalResourceId.of('cloudfront-origin-facing'),
      outputPaths: ['PrefixLists.0.PrefixListId'],
    },
    // The call knows no resources.
    policy: AwsCustomResourcePolicy.fromSdkCalls({ resources: AwsCustomResourcePolicy.ANY_RESOURCE }),
    installLatestAwsSdk: false,
  });
  return found.getResponseField('PrefixLists.0.PrefixListId');
}
