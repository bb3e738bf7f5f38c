/* In these SQL fragments, `r` is the alias of the rule. `mailbox_of` returns the same text for all addresses of a mailbox. */

/**
 * The orders with discounts of the rule that are not canceled, of all customers with the mailbox of this customer. A guest and an
 * account with the same address are two customers.
 */
export const usesOfCustomerSql = (customerId: string): string => `case when r.limit_per_customer is null then 0 else (
  select count(*)::int from customer buyer
    join customer alias on mailbox_of(alias.email) = mailbox_of(buyer.email)
    join "order" o on o.customer_id = alias.id
    join order_discounts used on used.order_id = o.id
    join discount sold on sold.id = used.discount_id
  where buyer.id = ${customerId} and sold.rule_id = r.id and o.status <> 'canceled') end`
