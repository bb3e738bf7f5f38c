import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, softDelete, timestamps } from '../base.ts'

export const CustomerGroupSchema = defineEntity({
  name: 'CustomerGroup',
  tableName: 'customer_group',
  properties: {
    id: id('cgrp'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    name: p.text(),
  },
  filters: alive,
})

export class CustomerGroup extends CustomerGroupSchema.class {}
CustomerGroupSchema.setClass(CustomerGroup)
