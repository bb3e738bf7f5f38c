import { processFulfillmentNotice } from '#entities/orders/fulfillment/process-fulfillment-notice.ts'
import type { Task } from '../plugin/job-context.ts'
import { applyNotice } from './apply-notice.ts'

export const processFulfillmentNoticeTask: Task<'process_fulfillment_notice'> = (context, received) =>
  applyNotice(context, { ...received, message: 'The report of a shipment was refused' }, () =>
    processFulfillmentNotice(context.orm.em.fork(), received),
  )
