import { Validations, type Stack } from 'aws-cdk-lib';

/** A finding of cdk-nag that stays, and why. */
interface AcceptedFinding {
  /** Below which construct; its id in the stack. */
  readonly at: string;
  readonly rules: readonly string[];
  readonly reason: string;
}

const BASIC_ROLE =
  'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]';
const VPC_ROLE =
  'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaVPCAccessExecutionRole]';
const ANY_OBJECT = 'IAM5[Resource::<Files8E6940B8.Arn>/*]';
const ASSET_UPLOAD = 'Custom::CDKBucketDeployment8693BB64968944B69AAFB0CC9EB8756C512MiB';
const SDK_CALL = 'AWS679f53fac002430cb0da5b7982bd2287';

const ANY_OBJECT_REASON =
  'Keys of objects are made for each job. The actions are the five that are needed, the bucket holds nothing else.';
const FUNCTION_ROLE_REASON =
  'The managed roles allow writing its own log and having an interface in the network, no more; AWS keeps them right.';

const ACCEPTED_FINDINGS: readonly AcceptedFinding[] = [
  {
    at: 'Network',
    rules: ['EC23'],
    reason: 'The rule cannot read the range of the network; the endpoints answer that range only.',
  },
  {
    at: 'Files',
    rules: ['S1'],
    reason: 'A log of every object would name the jobs of people for longer than their files exist.',
  },
  { at: 'Assets', rules: ['S1'], reason: 'Public files; the edge, their only reader, has a log of its own.' },
  { at: 'Logs', rules: ['S1'], reason: 'It is the bucket of logs.' },
  {
    at: 'Redis',
    rules: ['AEC6'],
    reason:
      'It is reached through TLS from the security groups of web servers and workers only, and holds no secret: a count, limits, hints.',
  },
  {
    at: 'Redis',
    rules: ['AEC4'],
    reason:
      'The small profile has one node: while it is away files go on, and the count comes back from a snapshot of the day.',
  },
  {
    at: 'EdgeAddresses',
    rules: ['IAM5[Resource::*]'],
    reason: 'DescribeManagedPrefixLists knows no resources.',
  },
  {
    at: SDK_CALL,
    rules: [BASIC_ROLE, 'L1'],
    reason: 'The function that the CDK brings for one call at deployment.',
  },
  {
    at: ASSET_UPLOAD,
    rules: [
      BASIC_ROLE,
      'L1',
      ...['s3:Abort*', 's3:DeleteObject*', 's3:GetBucket*', 's3:GetObject*', 's3:List*'].map(
        (action) => `IAM5[Action::${action}]`,
      ),
      'IAM5[Resource::<Assets9A31D427.Arn>/*]',
      'IAM5[Resource::arn:aws:s3:::cdk-*]',
    ],
    reason: 'The function that the CDK brings for copying the build; it reads its assets and writes ours.',
  },
  {
    at: 'Cluster',
    rules: ['ECS4'],
    reason: 'The small profile has two web servers, whose alarms need none of its metrics.',
  },
  {
    at: 'SessionSecret',
    rules: ['SMG4'],
    reason:
      'Rotated by hand with the old one kept beside it, as docs/runbooks.md says: nobody is signed out.',
  },
  {
    at: 'WebhookKey',
    rules: ['SMG4'],
    reason: 'As the secret of sessions: both sign while it changes, so that receivers can follow.',
  },
  {
    at: 'EdgeKeys',
    rules: ['SMG4'],
    reason: 'The edge and the load balancer change it together, by a deployment: docs/runbooks.md.',
  },
  { at: 'Edge', rules: ['CFR1'], reason: 'The product is for everyone, everywhere.' },
  ...['WebTask', 'WorkerTask'].map((at) => ({ at, rules: [ANY_OBJECT], reason: ANY_OBJECT_REASON })),
  ...['WebTask', 'WorkerTask'].map((at) => ({
    at,
    rules: ['ECS2', 'IAM5[Resource::*]'],
    reason:
      'The environment holds names and addresses, secrets come from Secrets Manager. Without a resource is only the token for the registry.',
  })),
  ...['SmallFunction', 'LargeFunction', 'DeadLetterFunction'].flatMap((at) => [
    { at, rules: [BASIC_ROLE, VPC_ROLE], reason: FUNCTION_ROLE_REASON },
    { at, rules: [ANY_OBJECT], reason: ANY_OBJECT_REASON },
  ]),
];

/**
 * Says of each finding that stays why it does. Parts that a profile has not are left out.
 * @param filesBucket name of a bucket that was there already
 */
export function acceptFindings(stack: Stack, filesBucket: string | undefined): void {
  for (const { at, rules, reason } of ACCEPTED_FINDINGS) {
    const part = stack.node.tryFindChild(at);
    if (part === undefined) continue;
    for (const rule of rules)
      Validations.of(part).acknowledge({
        id: `AwsSolutions::AwsSolutions-${withNames(rule, stack, filesBucket)}`,
        reason,
      });
  }
}

/** The bucket of the CDK's own assets has the account and the region in its name; one that was there already has a name alone. */
function withNames(rule: string, stack: Stack, filesBucket: string | undefined): string {
  const named =
    filesBucket === undefined
      ? rule
      : rule.replace('<Files8E6940B8.Arn>', `arn:${stack.partition}:s3:::${filesBucket}`);
  return named.replace('cdk-*', `cdk-hnb659fds-assets-${stack.account}-${stack.region}/*`);
}
