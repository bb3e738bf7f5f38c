import { CONSOLE_GOALS, type ConsoleReport } from '../console/report.ts'
import { median, quantile } from '../quantiles.ts'
import { markdownTable } from './markdown-table.ts'

/** The times of the console in a browser. */
export function consoleOf({
  environment,
  orders,
  firstLoad,
  repeatedLoad,
  navigation,
  scroll,
}: ConsoleReport): string[] {
  const { at, node, cpus, cpu } = environment
  const { firstLoad: loadGoal, navigation: navigationGoal } = CONSOLE_GOALS
  return [
    '### The console',
    `Measured in Chromium on ${at.slice(0, 10)} with Node ${node.slice(1)} on ${cpus} × ${cpu}. The browser, the server and PostgreSQL share the ` +
      'processors. A load ends when the start page shows the latest orders and answers to input. A navigation ends when the ' +
      'browser has painted the screen.',
    markdownTable(
      ['milliseconds', 'median', 'slowest', 'goal'],
      [
        ['first load, empty cache', ...timesOf(firstLoad), String(loadGoal)],
        ['load, filled cache', ...timesOf(repeatedLoad), ''],
        ...Object.entries(navigation).map(([screen, times]) => [screen, ...timesOf(times), String(navigationGoal)]),
        [`the next 100 of ${orders.toLocaleString('en')} orders`, ...timesOf(scroll.pages), ''],
      ],
    ),
    `After ${scroll.rows.toLocaleString('en')} loaded orders, the page contains ${scroll.elements} rows, and its JavaScript heap has ` +
      `${scroll.megabytes.toFixed(0)} MB.`,
  ]
}

const timesOf = (milliseconds: readonly number[]): [string, string] => [
  median(milliseconds).toFixed(0),
  quantile(milliseconds, 1).toFixed(0),
]
