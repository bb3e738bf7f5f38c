import { defineEntity, p } from '@mikro-orm/postgresql'
import { notPersonal, personal } from '#entities/base.ts'
import { Customer } from '#entities/people/customer/customer.ts'
import type { OldProgram } from '../old-program.ts'

/** Facts of the old shop about an imported customer. Customers do not see them. */
const ImportedCustomerSchema = defineEntity({
  name: 'ImportedCustomer',
  tableName: 'imported_customer',
  properties: {
    customer_id: p.text().primary(),
    batch_job_id: p.text().nullable(),
    source: notPersonal(p.text().$type<OldProgram>()),
    /** The id in the old shop. */
    external_id: personal(p.text().nullable(), { erasure: 'delete-row' }),
    note: personal(p.text().nullable()),
    tags: personal(p.json<string[]>()),
    is_tax_exempt: p.boolean().nullable(),
    customer: () => p.manyToOne(Customer).joinColumn('customer_id').persist(false).nullable(),
  },
})

export class ImportedCustomer extends ImportedCustomerSchema.class {}
ImportedCustomerSchema.setClass(ImportedCustomer)
