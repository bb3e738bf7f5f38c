import { Migration } from '@mikro-orm/migrations'

/** `agreed_discount.given` of free shipping was 0. It is the price of the shipping of the cart without tax. */
export class Migration20270117100000_given_shipping extends Migration {
  override up(): void {
    this.addSql(`
      with free as (
        select a.order_id, min(a.discount_id) as discount_id
        from agreed_discount a join discount d on d.id = a.discount_id join discount_rule r on r.id = d.rule_id
        where r.type = 'free_shipping' and a.given = 0 group by a.order_id
      ), method as (
        select f.order_id, f.discount_id, m.price, m.includes_tax,
          (select coalesce(sum(t.rate), 0)::numeric from shipping_method_tax_line t where t.shipping_method_id = m.id) as rate,
          (select coalesce(sum((one ->> 'amount')::numeric), 0)
            from jsonb_array_elements(coalesce(m.adjustments, '[]')) one) as adjusted
        from free f join "order" o on o.id = f.order_id join shipping_method m on m.cart_id = o.cart_id
      ), given as (
        select order_id, discount_id,
          sum(price - adjusted - case when includes_tax then round(price * rate / (100 + rate)) else 0 end) as amount
        from method group by order_id, discount_id
      )
      update agreed_discount a set given = given.amount from given
      where a.order_id = given.order_id and a.discount_id = given.discount_id`)
  }
}
