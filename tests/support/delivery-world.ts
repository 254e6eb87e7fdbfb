import { onTestFinished } from 'vitest';
import type { DeliveryRecord } from '#platform/contracts/deliveries.ts';
import { jobKeys, type JobRecord } from '#platform/contracts/job.ts';
import { createEmbeddedPlatform } from '#platform/adapters/embedded/create-embedded-platform.ts';
import { deliveriesOf } from '#platform/delivery-records.ts';
import { createLogger } from '#platform/logger.ts';
import type { Platform } from '#platform/ports/platform.ts';
import { createAddressPolicy } from '#platform/public-addresses.ts';
import { createWebhookSecret } from '#platform/webhook-secrets.ts';
import {
  createDeliveryDispatcher,
  type DeliveryDispatcher,
} from '#workers/deliveries/delivery-dispatcher.ts';
import { createWorkerMetrics } from '#workers/worker-metrics.ts';
import { FakeClock } from '../fixtures/fake-clock.ts';
import { withFaults, type Fault } from '../fixtures/faulty-ports.ts';
import { keysOf, newJobRecord } from '../fixtures/jobs.ts';
import { temporaryFolder } from '../fixtures/temporary-folder.ts';
import { until } from '../fixtures/until.ts';

export const SECRET = createWebhookSecret();
/** Workers that deliver, over one platform whose time the test sets. */
export interface World {
  readonly clock: FakeClock;
  readonly platform: Platform;
  /** A process that delivers. */
  process(faults?: Fault[], webhookSecrets?: string[]): DeliveryDispatcher;
  log(): string;
  deliveries(job: JobRecord): Promise<DeliveryRecord[]>;
}

export async function createWorld(clock = new FakeClock()): Promise<World> {
  const platform = await createEmbeddedPlatform({ dataDir: temporaryFolder(), clock });
  const lines: string[] = [];
  const logger = createLogger({ level: 'debug', write: (line) => lines.push(line) });
  onTestFinished(() => platform.close());
  return {
    clock,
    platform,
    process(faults = [], webhookSecrets = [SECRET]) {
      const { objects } = withFaults(platform, faults);
      const deliveries = createDeliveryDispatcher({
        objects,
        taskLeases: platform.taskLeases,
        expiringCounters: platform.expiringCounters,
        guard: { http: true, addresses: createAddressPolicy(['127.0.0.0/8']) },
        webhookSecrets,
        metrics: createWorkerMetrics(),
        logger,
        clock,
      });
      onTestFinished(async () => {
        const stopped = deliveries.stop({ graceMs: 0 });
        await clock.advance(0);
        await stopped;
      });
      return deliveries;
    },
    log: () => lines.join(''),
    deliveries: (job) => deliveriesOf(platform.objects, job.id),
  };
}

/** A job that has completed a moment ago. */
export function endedJob(
  { clock }: World,
  deliver: JobRecord['deliver'],
  changes: Partial<JobRecord> = {},
): JobRecord {
  const [finishedAt, expiresAt] = [0, 900_000].map((ms) => new Date(clock.now() + ms).toISOString());
  return newJobRecord({ status: 'completed', outputBytes: 5, finishedAt, expiresAt, deliver, ...changes });
}

/** Puts the result of a job where its deliveries read it. */
export const putResult = ({ platform }: World, job: JobRecord, bytes = Buffer.from('smaller')) =>
  platform.objects.put(jobKeys.result(job.id), bytes, { contentType: 'image/jpeg' });

/** @param clock whose time goes on meanwhile */
export function untilOutboxIsEmpty({ platform }: World, clock?: FakeClock): Promise<void> {
  return until('an empty outbox', async () => (await keysOf(platform, 'outbox/')).length === 0, clock);
}

/** @param clock whose time goes on meanwhile */
export function untilDelivered(world: World, job: JobRecord, clock?: FakeClock): Promise<void> {
  return until('its arrival', async () => (await world.deliveries(job))[0]?.state === 'delivered', clock);
}

export function untilAttempted(world: World, job: JobRecord): Promise<void> {
  return until('an attempt', async () => (await world.deliveries(job))[0]?.attempts.length === 1);
}
