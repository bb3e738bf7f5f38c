import { ADMIN_EMAIL, GRACE, type Story } from '../visit.ts'

export const ADDRESS = {
  first_name: 'Grace',
  last_name: 'Hopper',
  address_1: 'Rue de Rivoli 1',
  address_2: '',
  city: 'Paris',
  country_code: 'fr',
  province: '',
  postal_code: '75001',
  phone: '',
  company: '',
  metadata: {},
}

export const beginSessions: Story = async ({ client, password }) => {
  await client.admin.auth.createSession({ email: ADMIN_EMAIL, password })
  await client.admin.auth.getSession()
  await client.auth.authenticate(GRACE)
  await client.auth.getSession()
}

export const manageOwnAccount: Story = async ({ client }) => {
  await client.auth.exists(GRACE.email)
  await client.customers.retrieve()
  await client.customers.update({ phone: '555 0100' })
  const { customer } = await client.customers.addresses.addAddress({ address: ADDRESS })
  const [address] = customer.shipping_addresses
  await client.customers.addresses.updateAddress(address.id, { city: 'Lyon' })
  await client.customers.addresses.deleteAddress(address.id)
  await client.customers.paymentMethods.list()
  await client.paymentMethods.list()
}

export const manageCustomers: Story = async ({ client: { admin, customers }, mailedToken }) => {
  const email = 'mary@example.com'
  const { customer } = await admin.customers.create({
    email,
    first_name: 'Mary',
    last_name: 'Jackson',
    password: 'a wind tunnel',
  })
  await admin.customers.update(customer.id, { phone: '555 0101' })
  await admin.customers.retrieve(customer.id)
  await admin.customers.list({ limit: 10 })
  await customers.generatePasswordToken({ email })
  await customers.resetPassword({ email, password: 'a faster tunnel', token: await mailedToken(email) })
  const { customer_group } = await admin.customerGroups.create({ name: 'Engineers' })
  const { id } = customer_group
  await admin.customerGroups.update(id, { name: 'Engineers and others' })
  await admin.customerGroups.addCustomers(id, { customer_ids: [{ id: customer.id }] })
  await admin.customerGroups.listCustomers(id)
  await admin.customerGroups.retrieve(id)
  await admin.customerGroups.list()
  await admin.customerGroups.removeCustomers(id, { customer_ids: [{ id: customer.id }] })
  await admin.customerGroups.delete(id)
}

export const endSessions: Story = async ({ client }) => {
  await client.auth.deleteSession()
  await client.admin.auth.deleteSession()
}
