import { Annotations, Duration, Stack } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  MathExpression,
  Metric,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { HttpCodeElb, HttpCodeTarget } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { FilterPattern, MetricFilter, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import type { Queues } from './queues.ts';
import type { Redis } from './redis.ts';
import type { WebService } from './web-service.ts';

interface Watched {
  readonly queues: Queues;
  readonly web: WebService;
  readonly redis: Redis;
  readonly functions: readonly IFunction[];
  /** Of everything that works on files. */
  readonly workLogs: readonly ILogGroup[];
}

const period = Duration.minutes(1);
/** Where CloudWatch counts lines of our logs. */
const LOG_METRICS = 'Featherpress';

/**
 * Alarms that somebody has to act on, each with its page in docs/runbooks.md; a dashboard; a budget.
 * @returns where alarms are told
 */
export function createAlarms(
  scope: Construct,
  { queues, web, redis, functions, workLogs }: Watched,
  options: { readonly email: string | undefined; readonly budget: number },
): Topic {
  const topic = new Topic(scope, 'Alarms', { displayName: 'Featherpress', enforceSSL: true });
  if (options.email !== undefined) topic.addSubscription(new EmailSubscription(options.email));
  else
    Annotations.of(scope).addWarningV2(
      'featherpress:nobody-is-told',
      'Nobody hears of alarms and of the bill. Say who: -c email=ops@example.org',
    );

  const alarm = (
    id: string,
    metric: IMetric,
    threshold: number,
    minutes: number,
    alarmDescription: string,
  ) => {
    new Alarm(scope, id, {
      metric,
      threshold,
      evaluationPeriods: minutes,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      alarmDescription: `${alarmDescription} Runbook: docs/runbooks.md`,
    }).addAlarmAction(new SnsAction(topic));
  };
  const age = (queue: Queues['small']) =>
    queue.metricApproximateAgeOfOldestMessage({ period, statistic: 'Maximum' });
  const memories = redis.nodeIds.map(
    (CacheClusterId) =>
      new Metric({
        namespace: 'AWS/ElastiCache',
        metricName: 'DatabaseMemoryUsagePercentage',
        dimensionsMap: { CacheClusterId },
        period,
        statistic: 'Maximum',
      }),
  );
  /** How many log lines of an event there were. */
  const logged = (name: string, logs: readonly ILogGroup[], pattern: string) => {
    logs.forEach(
      (logGroup, at) =>
        new MetricFilter(scope, `${name}Lines${at + 1}`, {
          logGroup,
          filterPattern: FilterPattern.literal(pattern),
          metricNamespace: LOG_METRICS,
          metricName: name,
        }),
    );
    return new Metric({ namespace: LOG_METRICS, metricName: name, period, statistic: 'Sum' });
  };
  const serverErrors = web.loadBalancer.metrics.httpCodeTarget(HttpCodeTarget.TARGET_5XX_COUNT, { period });
  const unhealthy = web.targets.metrics.unhealthyHostCount({ period });
  const edgeErrors = web.loadBalancer.metrics.httpCodeElb(HttpCodeElb.ELB_5XX_COUNT, { period });
  // A letter that cannot be ended is received again and again, and hidden for most of the time.
  const deadLetters = new MathExpression({
    label: 'Dead letters',
    expression: 'visible + hidden',
    usingMetrics: {
      visible: queues.dead.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' }),
      hidden: queues.dead.metricApproximateNumberOfMessagesNotVisible({ period, statistic: 'Maximum' }),
    },
    period,
  });
  const notDeleted = logged('ExpiryFailed', [web.log], '{ $.event = "objects.expiry-failed" }');
  const failedThroughUs = logged('JobFailed', workLogs, '{ $.event = "job.failed" }');

  alarm('SmallWorkWaits', age(queues.small), 60, 5, 'Small files wait for more than a minute.');
  alarm('LargeWorkWaits', age(queues.large), 600, 5, 'Large files wait for more than ten minutes.');
  alarm('DeadLettersStay', deadLetters, 0, 10, 'A job could neither be done nor ended.');
  alarm('ServerErrors', serverErrors, 20, 5, 'Web servers answer with errors of their own.');
  alarm('NoServers', edgeErrors, 20, 5, 'The load balancer has no web server to ask.');
  alarm('UnhealthyServers', unhealthy, 0, 5, 'A web server does not answer.');
  alarm('FilesOverdue', notDeleted, 0, 10, 'Files that have expired cannot be deleted.');
  alarm('FilesFailThroughUs', failedThroughUs, 10, 5, 'Files fail that are not at fault.');
  memories.forEach((memory, at) =>
    alarm(
      `RedisMemory${at + 1}`,
      memory,
      75,
      10,
      'Redis fills up; when it is full no job can be counted (RedisMemory).',
    ),
  );
  for (const called of functions) {
    const errors = called.metricErrors({ period });
    alarm(`${called.node.id}Errors`, errors, 5, 5, `${called.node.id} fails as a whole.`);
  }

  // Names of dashboards hold for an account, in all its regions.
  new Dashboard(scope, 'Dashboard', { dashboardName: `Featherpress-${Stack.of(scope).region}` }).addWidgets(
    new GraphWidget({ title: 'Oldest job, s', width: 12, left: [age(queues.small), age(queues.large)] }),
    new GraphWidget({
      title: 'Jobs waiting',
      width: 12,
      left: [
        queues.small.metricApproximateNumberOfMessagesVisible({ period }),
        queues.large.metricApproximateNumberOfMessagesVisible({ period }),
        deadLetters,
      ],
    }),
    new GraphWidget({
      title: 'Requests and errors',
      width: 12,
      left: [web.loadBalancer.metrics.requestCount({ period }), serverErrors, edgeErrors],
    }),
    new GraphWidget({
      title: 'Functions: time (p95) and errors',
      width: 12,
      left: functions.map((called) => called.metricDuration({ period, statistic: 'p95' })),
      right: functions.map((called) => called.metricErrors({ period })),
    }),
    new GraphWidget({ title: 'Redis: memory, %', width: 12, left: memories }),
    new GraphWidget({
      title: 'Web servers: CPU, %',
      width: 12,
      left: [web.service.metricCpuUtilization({ period })],
    }),
  );

  new CfnBudget(scope, 'Budget', {
    // No name of its own: whom to tell can only be changed by another budget, which the name would keep out.
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: options.budget, unit: 'USD' },
    },
    ...(options.email === undefined
      ? {}
      : {
          notificationsWithSubscribers: [80, 100].map((threshold) => ({
            notification: {
              notificationType: threshold === 100 ? 'FORECASTED' : 'ACTUAL',
              comparisonOperator: 'GREATER_THAN',
              threshold,
              thresholdType: 'PERCENTAGE',
            },
            subscribers: [{ subscriptionType: 'EMAIL', address: options.email! }],
          })),
        }),
  });
  return topic;
}
