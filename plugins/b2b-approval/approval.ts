import { defineEntity, p } from '@mikro-orm/postgresql'
import { amount, Customer, columnsOf, defineResource, id, NotAllowed, notPersonal, oneOf, timestamps } from 'cartwright'

export const APPROVAL_STATUSES = ['pending', 'approved', 'rejected'] as const

const ApprovalSchema = defineEntity({
  name: 'B2bApproval',
  tableName: 'b2b_approval',
  properties: {
    id: id('appr'),
    ...timestamps(),
    cart_id: p.text(),
    customer_id: p.text(),
    /** A cart with another content needs another approval. */
    content_hash: notPersonal(p.text()),
    total: amount(),
    currency_code: notPersonal(p.text()),
    status: oneOf(APPROVAL_STATUSES).onCreate(() => 'pending'),
    customer: () => p.manyToOne(Customer).joinColumn('customer_id').persist(false).nullable(),
  },
})

export class Approval extends ApprovalSchema.class {
  decide(status: 'approved' | 'rejected'): void {
    if (this.status !== 'pending') throw new NotAllowed(`The approval is already ${this.status}`)
    this.status = status
  }
}
ApprovalSchema.setClass(Approval)

export const ApprovalResource = defineResource({
  name: 'B2bApproval',
  entity: Approval,
  columns: columnsOf(Approval, { omit: ['content_hash'] }),
})
