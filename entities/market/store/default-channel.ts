import { type RawQueryFragment, raw } from '@mikro-orm/postgresql'

/** A query for the id of the default sales channel. */
export const defaultChannel = (): RawQueryFragment => raw('(select default_sales_channel_id from store)')
