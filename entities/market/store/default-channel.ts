import { type RawQueryFragment, raw } from '@mikro-orm/postgresql'

export const defaultChannel = (): RawQueryFragment => raw('(select default_sales_channel_id from store)')
