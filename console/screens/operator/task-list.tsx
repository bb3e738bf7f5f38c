import { Page } from '#console/components/page.tsx'
import { tasks } from '#console/strings/tasks.ts'
import { TaskTable } from './task-table.tsx'

export function TaskList() {
  const words = tasks.useWords()
  return (
    <Page title={words.tasks}>
      <TaskTable />
    </Page>
  )
}
