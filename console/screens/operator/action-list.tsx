import { Page } from '#console/components/page.tsx'
import { operators } from '#console/strings/operators.ts'
import { ActionTable } from './action-table.tsx'

export function ActionList() {
  const words = operators.useWords()
  return (
    <Page title={words.activity}>
      <ActionTable />
    </Page>
  )
}
