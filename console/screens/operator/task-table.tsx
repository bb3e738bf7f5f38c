import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { shopUrl } from '#console/app/address.ts'
import { ProcedureButton } from '#console/components/action/procedure-button.tsx'
import { PageLink } from '#console/components/page-link.tsx'
import { StatusBadge } from '#console/components/status-badge.tsx'
import { TONES } from '#console/components/status-tones.ts'
import { TableSection } from '#console/components/table-section.tsx'
import { Time } from '#console/components/time.tsx'
import { common } from '#console/strings/common.ts'
import { tasks } from '#console/strings/tasks.ts'
import type { OperatorOutputs } from '#routers/operator/index.ts'
import { operator, refresh } from './api.ts'
import { TaskState } from './task-state.tsx'

export type Task = OperatorOutputs['tasks']['list']['tasks'][number]

/** The long work of operators on one shop or on all shops, newest first. */
export function TaskTable({ shop = null }: { shop?: string | null }) {
  const words = tasks.useWords()
  const { data, error } = useQuery({
    ...operator.tasks.list.queryOptions({ shop }),
    refetchInterval: ({ state }) => (state.data?.tasks.some(isRunning) ? 1500 : 15_000),
  })
  const nameOf = ({ kind, details: { id, server } }: Task) =>
    [words[`kind_${kind}`], id ?? server].filter(Boolean).join(' → ')
  useRefreshAtEnd(data?.tasks.filter(isRunning).length ?? 0)
  return (
    <TableSection
      title={words.tasks}
      error={error}
      rows={data?.tasks}
      empty={words.noTasks}
      isStacked
      columns={[
        { key: 'task', title: words.task, cell: nameOf },
        ...(shop === null ? [{ key: 'shop', title: words.shop, cell: ShopLink }] : []),
        {
          key: 'status',
          title: words.status,
          cell: (task) => (
            <div>
              <StatusBadge tone={TONES.task[task.status]} text={words[statusOf(task)]} />
              <TaskState task={task} />
            </div>
          ),
        },
        { key: 'actor', title: words.startedBy, cell: ({ actor }) => <Text size="sm">{actor}</Text> },
        { key: 'at', title: words.started, cell: ({ created_at }) => <Time at={created_at} /> },
      ]}
      buttons={(task) => <TaskButton task={task} />}
    />
  )
}

const isRunning = ({ status }: Task): boolean => status === 'running'

const statusOf = ({ status, is_canceled }: Task) =>
  status === 'running' && is_canceled ? ('task_ending' as const) : (`task_${status}` as const)

/** The end of a task changes the shops. */
function useRefreshAtEnd(running: number): void {
  const before = useRef(running)
  useEffect(() => {
    if (running < before.current) void refresh()
    before.current = running
  }, [running])
}

const ShopLink = ({ shop_id: id }: Task) => (
  <PageLink to="/operator/shops/$id" params={{ id }}>
    {id}
  </PageLink>
)

function TaskButton({ task }: { task: Task }) {
  const words = tasks.useWords()
  const { cancel } = common.useWords()
  if (task.kind === 'export' && task.status === 'done')
    return (
      <Button size="xs" variant="default" component="a" href={`${shopUrl}operator/files/${task.id}`} download>
        {words.download}
      </Button>
    )
  if (task.status !== 'running' || task.is_canceled) return null
  return (
    <ProcedureButton
      procedure={operator.tasks.cancel}
      input={{ task: task.id }}
      text={cancel}
      label={words.cancelTask(words[`kind_${task.kind}`], task.shop_id)}
      onDone={refresh}
    />
  )
}
