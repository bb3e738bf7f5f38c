import { CustomerGroup } from '#entities/people/customer/customer-group.ts'
import { columnsOf } from '../inputs/columns.ts'
import { defineResource } from '../reading/define-resource.ts'

export const CustomerGroupResource = defineResource({
  name: 'CustomerGroup',
  entity: CustomerGroup,
  columns: columnsOf(CustomerGroup),
})
