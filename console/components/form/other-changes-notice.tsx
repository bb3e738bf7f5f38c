import { Alert, Button, Group, List, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { trpc } from '#console/app/api.ts'
import { currentLocale } from '#console/app/language.ts'
import { authorOf } from '#console/app/live/change-authors.ts'
import { live } from '#console/strings/live.ts'
import { labelOfField } from './label-of-field.ts'
import type { OtherChanges } from './use-other-changes.ts'

interface OtherChangesNoticeProps {
  row: string
  changes: OtherChanges
  /** The value of a field as text. Without it, the notice shows the value itself. */
  textOf?(name: string, value: unknown): string | undefined
}

/** Names the author of a change of the row, and offers the choice between two values of one field. */
export function OtherChangesNotice({ row, changes, textOf }: OtherChangesNoticeProps) {
  const words = live.useWords()
  const notice = useRef<HTMLDivElement>(null)
  const [labels, setLabels] = useState<Record<string, string>>({})
  const names = changes.fields.join()
  useLayoutEffect(() => {
    const form = notice.current?.closest('form, [data-fields]')
    setLabels(Object.fromEntries(names.split(',').map((name) => [name, labelOfField(form, name)])))
  }, [names])
  const fields = new Intl.ListFormat(currentLocale()).format(changes.fields.map((name) => labels[name] ?? name))
  const disputed = Object.entries(changes.disputed)
  return (
    <Alert ref={notice} color="yellow" role="alert" title={useChangeText(row, fields)}>
      <Stack gap="sm">
        <Text size="sm">{disputed.length > 0 ? words.disputed : words.merged}</Text>
        {disputed.length > 0 && (
          <>
            <List size="sm">
              {disputed.map(([name, value]) => (
                <List.Item key={name}>
                  {words.theirValue(labels[name] ?? name, textOf?.(name, value) ?? valueText(value, words.empty))}
                </List.Item>
              ))}
            </List>
            <Group gap="xs">
              <Button size="xs" variant="default" onClick={changes.takeTheirs}>
                {words.takeTheirs}
              </Button>
              <Button size="xs" variant="default" onClick={changes.keepOwn}>
                {words.keepOwn}
              </Button>
            </Group>
          </>
        )}
      </Stack>
    </Alert>
  )
}

function useChangeText(row: string, fields: string): string {
  const words = live.useWords()
  const { data } = useQuery({ ...trpc.admin.auth.current.queryOptions(), enabled: false })
  const author = authorOf(row)
  if (author === undefined) return words.changed(fields)
  if (author === null) return words.changedElsewhere(fields)
  if (author.id === data?.user.id) return words.changedByYou(fields)
  return words.changedBy(author.name ?? words.otherUser, fields)
}

function valueText(value: unknown, empty: string): string {
  if (value === '' || value === null || value === undefined) return empty
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
