import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { trpc } from '#console/app/api.ts'
import { useMay } from '#console/app/permissions.ts'
import { Section } from '#console/components/section.tsx'
import { Time } from '#console/components/time.tsx'
import { draftOrders } from '#console/strings/draft-orders.ts'
import { DeleteNote } from '../orders/timeline/delete-note.tsx'
import { NoteForm } from '../orders/timeline/note-form.tsx'

/** The notes of an open draft order. The order gets them. */
export function DraftNotes({ id }: { id: string }) {
  const words = draftOrders.useWords()
  const may = useMay()
  const { data } = useQuery({
    ...trpc.admin.notes.list.queryOptions({ resource_id: id, limit: 200 }),
    enabled: may('notes.list'),
  })
  return (
    <Section title={words.notes}>
      <Stack gap="sm">
        <NoteForm resource="draft_order" id={id} />
        {data?.notes.map((note) => (
          <div key={note.id}>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {note.value}
            </Text>
            <Group gap={4}>
              <Text size="xs" c="dimmed">
                <Time at={note.created_at} />
              </Text>
              <DeleteNote id={note.id} />
            </Group>
          </div>
        ))}
      </Stack>
    </Section>
  )
}
