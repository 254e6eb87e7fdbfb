import { Duration } from 'aws-cdk-lib';
import type { ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
  type BehaviorOptions,
  type ErrorResponse,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { fileURLToPath } from 'node:url';
import { WORKER_HEADERS } from '../../platform/contracts/worker-policy.ts';
import { EDGE_HEADER } from './web-service.ts';

/**
 * CloudFront keeps errors for ten seconds, also where nothing else is kept, and by the path alone: whoever asked for a result a
 * moment too early would be told for ten seconds that there is none, and one 503 would be everybody's.
 */
const ERRORS_ARE_NOT_KEPT: ErrorResponse[] = [404, 414, 500, 501, 502, 503, 504].map((httpStatus) => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));

const VIEWER_REQUEST = fileURLToPath(new URL('../../functions/edge/viewer-request.js', import.meta.url));

/** Pages and calls by way of the load balancer, hashed files from their bucket. */
export function createEdge(
  scope: Construct,
  options: {
    readonly domain: string;
    readonly originDomain: string;
    readonly certificate: ICertificate;
    readonly webAclArn: string;
    readonly edgeKey: Secret;
    readonly assets: Bucket;
    readonly logs: Bucket;
  },
): Distribution {
  const web = new HttpOrigin(options.originDomain, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // The most without a higher quota: a synchronous call must begin to answer by then. docs/deploy-aws.md says so.
    readTimeout: Duration.seconds(60),
    keepaliveTimeout: Duration.seconds(60),
    customHeaders: { [EDGE_HEADER]: options.edgeKey.secretValue.unsafeUnwrap() },
  });
  const files = S3BucketOrigin.withOriginAccessControl(options.assets);
  const viewerRequest = new EdgeFunction(scope, 'ViewerRequest', {
    code: FunctionCode.fromFile({ filePath: VIEWER_REQUEST }),
    runtime: FunctionRuntime.JS_2_0,
    comment: 'Old addresses, and what is for operators only',
  });
  const functionAssociations = [{ function: viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST }];
  const pages = new CachePolicy(scope, 'Pages', {
    comment: 'As long as the page itself says',
    minTtl: Duration.seconds(0),
    defaultTtl: Duration.seconds(0),
    maxTtl: Duration.days(1),
    cookieBehavior: CacheCookieBehavior.none(),
    headerBehavior: CacheHeaderBehavior.none(),
    queryStringBehavior: CacheQueryStringBehavior.all(),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  });
  const workerScripts = new ResponseHeadersPolicy(scope, 'WorkerScripts', {
    comment: 'Workers have the policy of their own answer',
    securityHeadersBehavior: {
      contentSecurityPolicy: {
        contentSecurityPolicy: WORKER_HEADERS['Content-Security-Policy'],
        override: true,
      },
      contentTypeOptions: { override: true },
    },
    customHeadersBehavior: {
      customHeaders: [
        {
          header: 'Cross-Origin-Embedder-Policy',
          value: WORKER_HEADERS['Cross-Origin-Embedder-Policy'],
          override: true,
        },
      ],
    },
  });
  const viewerProtocolPolicy = ViewerProtocolPolicy.REDIRECT_TO_HTTPS;
  const uncached: BehaviorOptions = {
    origin: web,
    viewerProtocolPolicy,
    allowedMethods: AllowedMethods.ALLOW_ALL,
    cachePolicy: CachePolicy.CACHING_DISABLED,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER,
    functionAssociations,
    compress: false,
  };
  const hashed: BehaviorOptions = {
    origin: files,
    viewerProtocolPolicy,
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    responseHeadersPolicy: ResponseHeadersPolicy.SECURITY_HEADERS,
    compress: true,
  };
  const page: BehaviorOptions = {
    origin: web,
    viewerProtocolPolicy,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD_OPTIONS,
    cachePolicy: pages,
    originRequestPolicy: OriginRequestPolicy.ALL_VIEWER,
    functionAssociations,
    compress: true,
  };
  return new Distribution(scope, 'Edge', {
    comment: 'Featherpress',
    domainNames: [options.domain],
    certificate: options.certificate,
    webAclId: options.webAclArn,
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    httpVersion: HttpVersion.HTTP2_AND_3,
    priceClass: PriceClass.PRICE_CLASS_ALL,
    enableLogging: true,
    logBucket: options.logs,
    logFilePrefix: 'edge/',
    errorResponses: ERRORS_ARE_NOT_KEPT,
    defaultBehavior: page,
    additionalBehaviors: {
      '/assets/*-worker-*.js': { ...hashed, responseHeadersPolicy: workerScripts },
      '/assets/*': hashed,
      // The share sheet of a telephone sends files there while no service worker runs yet.
      '/compress': { ...page, allowedMethods: AllowedMethods.ALLOW_ALL },
      '/api/*': uncached,
      // Clients of Tinify know these paths.
      '/shrink': uncached,
      '/output/*': uncached,
      '/socket.io/*': uncached,
    },
  });
}

/** The name that the edge reaches the load balancer by: its certificate must have it. */
export function originDomainOf(domain: string): string {
  return `origin.${domain}`;
}
