import { useQuery } from '@tanstack/react-query'
import type { RouterOutputs } from '#client/index.ts'
import { trpc } from '#console/app/api.ts'
import { useActionNames } from '#console/components/action-names.ts'
import { useProviderName } from '#console/components/use-provider-name.ts'
import { addresses } from '#console/strings/addresses.ts'
import type { Translation } from '#console/strings/define-strings.ts'
import { orderContact } from '#console/strings/order-contact.ts'
import { type en, orderTimeline } from '#console/strings/order-timeline.ts'
import { orders } from '#console/strings/orders.ts'
import { customerName } from '../../customers/customer-name.ts'
import { type Order, ownReturns } from '../order.ts'
import { type AuditEntry, attributeFacts, userOf } from './attribute-facts.ts'
import { type ContactWords, contactChanges } from './contact-changes.ts'
import { type Fact, fact } from './fact.ts'
import { orderFacts } from './order-facts.ts'

type OrderEdit = RouterOutputs['admin']['orderEdits']['list']['order_edits'][number]

/** Everything that happened to an order, newest first. */
export function useTimeline(order: Order): Fact[] {
  const words = orderTimeline.useWords()
  const names = orders.useWords()
  const providerName = useProviderName()
  const { action: nameOf } = useActionNames()
  const contact = { contact: orderContact.useWords(), parts: addresses.useWords() }
  const { data: edits } = useQuery(trpc.admin.orderEdits.list.queryOptions({ order_id: order.id, order: 'created_at' }))
  const { data: notes } = useQuery(trpc.admin.notes.list.queryOptions({ resource_id: order.id, limit: 200 }))
  const { data: mails } = useQuery(
    trpc.admin.notifications.list.queryOptions({
      ...{ resource_id: [order.id], limit: 200, expand: 'resends' },
      fields: 'id,event_name,to,customer_id,created_at',
    }),
  )
  const { data: audit } = useQuery(
    trpc.admin.auditLog.list.queryOptions({
      resource_id: idsOf(order, edits?.order_edits ?? []),
      limit: 200,
      expand: 'user',
    }),
  )
  const history = [
    ...orderFacts(order, { words, names, providerName }),
    ...(edits?.order_edits ?? []).flatMap((edit) => editFacts(edit, words)),
  ]
  const { facts, others } = attributeFacts(history, audit?.audit_log ?? [])
  const noteFacts = (notes?.notes ?? []).flatMap((note) =>
    fact(note, 'created_at', {
      kind: 'note',
      text: words.noteWritten,
      detail: note.value,
      by: note.author ? customerName(note.author) : undefined,
    }),
  )
  const mailFacts = (mails?.notifications ?? []).flatMap((mail) =>
    fact(mail, 'created_at', {
      kind: 'mail',
      text: words.mailSent(mailName(mail.event_name ?? '', words)),
      detail: [words.mailTo(mail.to), mail.resends?.length && words.resent(mail.resends.length)]
        .filter(Boolean)
        .join(' · '),
      mailTo: mail.customer_id ? order.email : mail.to,
    }),
  )
  return [
    ...facts,
    ...noteFacts,
    ...mailFacts,
    ...others.flatMap((entry) => auditFact(entry, { words, nameOf, contact })),
  ].sort((one, other) => other.at.getTime() - one.at.getTime())
}

/** The name of a notification. A notification of a plugin has the name of its event. */
function mailName(event: string, words: Readonly<Record<string, unknown>>): string {
  const name = words[`mail_${event.replaceAll('.', '_')}`]
  return typeof name === 'string' ? name : event
}

/** The IDs under which the audit log stores actions for the order: of the order, its returns, claims and so on. */
function idsOf(order: Order, edits: readonly OrderEdit[]): string[] {
  const { payments = [], claims = [], swaps = [] } = order
  const replacements = [...claims, ...swaps].flatMap(({ return_order }) => return_order ?? [])
  return [order, ...edits, ...ownReturns(order), ...payments, ...replacements].map(({ id }) => id)
}

function editFacts(edit: OrderEdit, words: Translation<typeof en>): Fact[] {
  return [
    ...fact(edit, 'created_at', { kind: 'edit', text: words.editCreated, detail: edit.internal_note ?? undefined }),
    ...fact(edit, 'requested_at', { kind: 'edit', text: words.editRequested }),
    ...fact(edit, 'confirmed_at', { kind: 'edit', text: words.editConfirmed }),
    ...fact(edit, 'declined_at', { kind: 'edit', text: words.editDeclined, detail: edit.declined_reason ?? undefined }),
    ...fact(edit, 'canceled_at', { kind: 'canceled', text: words.editCanceled }),
  ]
}

interface AuditWords {
  words: Translation<typeof en>
  nameOf(procedure: string): string
  contact: ContactWords
}

function auditFact(entry: AuditEntry, { words, nameOf, contact }: AuditWords): Fact[] {
  const texts: Record<string, string> = {
    'admin.orders.update': words.orders_update,
    'admin.orders.complete': words.orders_complete,
    'admin.orders.archive': words.orders_archive,
    'admin.returns.cancel': words.returns_cancel,
    'admin.orderEdits.addLineItem': words.editChanged,
    'admin.orderEdits.updateLineItem': words.editChanged,
    'admin.orderEdits.removeLineItem': words.editChanged,
    'admin.orderEdits.deleteItemChange': words.editChanged,
  }
  const text = texts[entry.procedure] ?? nameOf(entry.procedure)
  const detail = entry.procedure === 'admin.orders.update' ? contactChanges(entry, contact) : undefined
  return fact(entry, 'created_at', { kind: 'order', text, detail, by: userOf(entry) })
}
