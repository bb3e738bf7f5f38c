import type { DrillReport } from './drill-backup.ts'

/** Returns the report as lines of text. */
export function describeDrill(report: DrillReport): string[] {
  const { backup, changed_at, newest_order, bytes, restore_seconds, pending_migrations, invariants, rows } = report
  const restored = restore_seconds === null ? [] : [`Restored in ${restore_seconds} s: ${megabytes(bytes)}`]
  return [
    ...(backup === null ? [] : [`Backup: ${backup}`]),
    ...restored,
    ...(changed_at === null ? [] : [`Last change in the backup: ${changed_at}`]),
    ...(newest_order ? [`Newest order: ${newest_order.backup ?? 'none'} (live: ${newest_order.live ?? 'none'})`] : []),
    ...(pending_migrations === null ? [] : [`Migrations that a start would run: ${pending_migrations}`]),
    ...(invariants === null ? [] : [`Invariants: ${invariants} checked, ${report.violations.length} violated`]),
    ...Object.entries(rows).map(([name, count]) => `Rows of ${name}: ${count.backup} (live: ${count.live})`),
    ...report.problems.map((problem) => `Problem: ${problem}`),
    report.passed ? 'The backup can be restored.' : 'The drill failed.',
  ]
}

const megabytes = (bytes: number | null) => (bytes === null ? '' : `${(bytes / 1_000_000).toFixed(1)} MB`)
