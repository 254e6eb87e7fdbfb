import { Random } from '../random.ts';
import { printTable } from '../table.ts';
import { arrivalsOfADay } from './traffic.ts';
import { simulateQueue, type Pool, type QueueDay } from './simulate.ts';

/** List prices of us-east-1 in US dollars as known when this was written. */
const PRICES = {
  lambdaGbSecond: 0.0000133334,
  lambdaRequest: 0.0000002,
  /** 2 vCPU and 6 GB, arm64, Spot at 30 % of the price on demand. */
  spotTaskHour: 0.3 * (2 * 0.03238 + 6 * 0.00356),
  s3: 4 * 0.000005 + 3 * 0.0000004,
  sqs: 5 * 0.0000004,
  /** 0.3 MB a result. */
  transfer: 0.0003 * 0.085,
};
const FUNCTION_GB = 1.769;
const ENGINES_A_TASK = 2;

/** Functions begin at once and are as many as the cap allows; they cost only while they work. */
const functions = (atOnce: number): Pool => ({
  least: atOnce,
  most: atOnce,
  steps: [],
  noticeSeconds: 0,
  startSeconds: 0,
  idleSeconds: Number.POSITIVE_INFINITY,
});

/** As infra/cdk/workers.ts scales them; a step is a number of tasks. */
const workers = (mostTasks: number): Pool => ({
  least: 0,
  most: mostTasks * ENGINES_A_TASK,
  steps: [
    { age: 10, add: 1 },
    { age: 60, add: 4 },
    { age: 180, add: 16 },
  ].map(({ age, add }) => ({ age, add: add * ENGINES_A_TASK })),
  noticeSeconds: 60,
  startSeconds: 60,
  idleSeconds: 900,
  slack: {
    belowShare: 0.4,
    minutes: 10,
    part: 0.25,
    cooldownSeconds: 300,
    unit: ENGINES_A_TASK,
    aboveShare: 0.75,
    busyMinutes: 2,
  },
});

const PLANS = [
  {
    name: 'small, 100 000 a day',
    filesPerDay: 100_000,
    small: functions(20),
    large: functions(10),
    onSpot: false,
  },
  {
    name: 'large, 1 million a day',
    filesPerDay: 1_000_000,
    small: functions(200),
    large: workers(100),
    onSpot: true,
  },
  {
    name: 'large, 10 million a day',
    filesPerDay: 10_000_000,
    small: functions(200),
    large: workers(100),
    onSpot: true,
  },
  {
    name: 'raised caps, 10 million a day',
    filesPerDay: 10_000_000,
    small: functions(2_000),
    large: workers(1_000),
    onSpot: true,
  },
];

/** A day of each plan: how long files wait, what stands there, what a million files cost. */
export function simulateCapacity(): void {
  printTable(PLANS.map(dayOf), [
    { title: 'plan', value: ({ name }) => name, isText: true },
    { title: 'small waits, s: p50 / p95 / p99 / most', value: ({ days }) => waits(days.small) },
    { title: 'large', value: ({ days }) => waits(days.large) },
    { title: 'tasks at most', value: ({ tasks }) => String(tasks) },
    { title: 'work, $ a million', value: ({ work }) => work.toFixed(0) },
    { title: 'all, $ a million', value: ({ all }) => all.toFixed(0) },
  ]);
}

function dayOf({ name, filesPerDay, small, large, onSpot }: (typeof PLANS)[number]) {
  const queues = arrivalsOfADay(filesPerDay, new Random(1));
  const days = { small: simulateQueue(queues.small, small), large: simulateQueue(queues.large, large) };
  const functionSeconds = days.small.busySeconds + (onSpot ? 0 : days.large.busySeconds);
  const functionCalls = days.small.files + (onSpot ? 0 : days.large.files);
  const taskHours = onSpot ? days.large.placeSeconds / ENGINES_A_TASK / 3_600 : 0;
  const work =
    functionSeconds * FUNCTION_GB * PRICES.lambdaGbSecond +
    functionCalls * PRICES.lambdaRequest +
    taskHours * PRICES.spotTaskHour;
  const rest = filesPerDay * (PRICES.s3 + PRICES.sqs + PRICES.transfer);
  const millions = filesPerDay / 1e6;
  const tasks = onSpot ? days.large.peakPlaces / ENGINES_A_TASK : 0;
  return { name, days, tasks, work: work / millions, all: (work + rest) / millions };
}

function waits({ wait }: QueueDay): string {
  return [wait.p50, wait.p95, wait.p99, wait.most].map((seconds) => seconds.toFixed(1)).join(' / ');
}
