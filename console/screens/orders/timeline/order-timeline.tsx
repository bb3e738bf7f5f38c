import { Text, Timeline } from '@mantine/core'
import {
  IconArrowBackUp,
  IconCash,
  IconMail,
  IconNote,
  IconPackage,
  IconPencil,
  IconReceipt,
  IconX,
} from '@tabler/icons-react'
import { Section } from '#console/components/section.tsx'
import { Time } from '#console/components/time.tsx'
import { orderTimeline } from '#console/strings/order-timeline.ts'
import type { Order } from '../order.ts'
import { DeleteNote } from './delete-note.tsx'
import type { FactKind } from './fact.ts'
import { NoteForm } from './note-form.tsx'
import { ResendMail } from './resend-mail.tsx'
import { useTimeline } from './use-timeline.ts'

const ICONS: Record<FactKind, typeof IconCash> = {
  order: IconReceipt,
  money: IconCash,
  stock: IconPackage,
  return: IconArrowBackUp,
  edit: IconPencil,
  mail: IconMail,
  note: IconNote,
  canceled: IconX,
}

/** Everything that happened to an order, and a form for notes. */
export function OrderTimeline({ order }: { order: Order }) {
  const words = orderTimeline.useWords()
  const facts = useTimeline(order)
  return (
    <Section title={words.timeline}>
      <NoteForm resource="order" id={order.id} />
      <Timeline bulletSize={26} lineWidth={2} mt="lg" color="gray">
        {facts.map(({ kind, at, text, row, detail, by, mailTo }) => {
          const Icon = ICONS[kind]
          return (
            <Timeline.Item
              key={`${row} ${text} ${at.getTime()}`}
              bullet={<Icon size={14} aria-hidden />}
              title={
                <Text size="sm" fw={500} component="span">
                  {text}
                </Text>
              }
            >
              {detail && (
                <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
                  {detail}
                </Text>
              )}
              <Text size="xs" c="dimmed" component="div">
                <Time at={at} />
                {by && ` · ${by}`}
                {kind === 'note' && <DeleteNote id={row} />}
                {kind === 'mail' && mailTo && <ResendMail id={row} to={mailTo} name={text} />}
              </Text>
            </Timeline.Item>
          )
        })}
      </Timeline>
    </Section>
  )
}
