import { defineEntity, p } from '@mikro-orm/postgresql'
import { alive, id, metadata, softDelete, timestamps } from '#entities/base.ts'
import { PriceList } from '#entities/catalogue/price-list/price-list.ts'
import { Customer } from './customer.ts'

const CustomerGroupSchema = defineEntity({
  name: 'CustomerGroup',
  tableName: 'customer_group',
  properties: {
    id: id('cgrp'),
    ...timestamps(),
    ...softDelete(),
    ...metadata(),
    name: p.text(),
    customers: () => p.manyToMany(Customer).mappedBy('groups').orderBy({ created_at: 'asc', id: 'asc' }),
    price_lists: () => p.manyToMany(PriceList).mappedBy('customer_groups').orderBy({ created_at: 'asc', id: 'asc' }),
  },
  filters: alive,
})

export class CustomerGroup extends CustomerGroupSchema.class {}
CustomerGroupSchema.setClass(CustomerGroup)
