import { Duration } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  Alarm,
  ComparisonOperator,
  Dashboard,
  GraphWidget,
  Metric,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { HttpCodeTarget } from 'aws-cdk-lib/aws-elasticloadbalancingv2';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
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
}

const period = Duration.minutes(1);

/** Alarms that somebody has to act on, each with its page in docs/runbooks.md; a dashboard; a budget. */
export function createAlarms(
  scope: Construct,
  { queues, web, redis, functions }: Watched,
  options: { readonly email: string | undefined; readonly budget: number },
): void {
  const topic = new Topic(scope, 'Alarms', { displayName: 'Featherpress', enforceSSL: true });
  if (options.email !== undefined) topic.addSubscription(new EmailSubscription(options.email));

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
  const redisMetric = (metricName: string) =>
    new Metric({
      namespace: 'AWS/ElastiCache',
      metricName,
      dimensionsMap: { ReplicationGroupId: redis.replicationGroupId },
      period,
      statistic: 'Maximum',
    });
  const serverErrors = web.loadBalancer.metrics.httpCodeTarget(HttpCodeTarget.TARGET_5XX_COUNT, { period });
  const unhealthy = web.targets.metrics.unhealthyHostCount({ period });
  const memory = redisMetric('DatabaseMemoryUsagePercentage');
  const deadLetters = queues.dead.metricApproximateNumberOfMessagesVisible({ period, statistic: 'Maximum' });

  alarm('SmallWorkWaits', age(queues.small), 60, 5, 'Small files wait for more than a minute.');
  alarm('LargeWorkWaits', age(queues.large), 600, 5, 'Large files wait for more than ten minutes.');
  alarm('DeadLettersStay', deadLetters, 0, 10, 'A job could neither be done nor ended.');
  alarm('ServerErrors', serverErrors, 20, 5, 'Web servers answer with errors of their own.');
  alarm('UnhealthyServers', unhealthy, 0, 5, 'A web server does not answer.');
  alarm('RedisMemory', memory, 75, 10, 'Redis fills up; when it is full no job can be counted.');
  for (const called of functions) {
    const errors = called.metricErrors({ period });
    alarm(`${called.node.id}Errors`, errors, 5, 5, `${called.node.id} fails as a whole.`);
  }

  new Dashboard(scope, 'Dashboard', { dashboardName: 'Featherpress' }).addWidgets(
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
      left: [web.loadBalancer.metrics.requestCount({ period }), serverErrors],
    }),
    new GraphWidget({
      title: 'Functions: time (p95) and errors',
      width: 12,
      left: functions.map((called) => called.metricDuration({ period, statistic: 'p95' })),
      right: functions.map((called) => called.metricErrors({ period })),
    }),
    new GraphWidget({ title: 'Redis: memory, %', width: 12, left: [memory] }),
    new GraphWidget({
      title: 'Web servers: CPU, %',
      width: 12,
      left: [web.service.metricCpuUtilization({ period })],
    }),
  );

  new CfnBudget(scope, 'Budget', {
    budget: {
      budgetName: 'featherpress',
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
}
