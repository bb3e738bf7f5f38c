import { api, context, time } from '../../plugin.js'

const list = document.querySelector('#subscriptions')
const status = document.querySelector('#status')

const ACTIONS = {
  active: ['skip', 'pause', 'cancel'],
  unpaid: ['resume', 'cancel'],
  paused: ['resume', 'cancel'],
  canceled: [],
}

async function change(id, action) {
  await api('POST', `subscriptions/${id}`, { action })
  await show()
}

function buttonOf(id, action) {
  const button = document.createElement('button')
  button.textContent = action[0].toUpperCase() + action.slice(1)
  if (action === 'cancel') button.className = 'danger'
  button.addEventListener('click', () => change(id, action).catch(report))
  return button
}

function textOf(className, text) {
  const element = document.createElement('p')
  element.className = className
  element.textContent = text
  return element
}

const titleOf = (variant) => (variant ? `${variant.product.title}, ${variant.title}` : 'deleted product')

function itemOf({ id, interval, quantity, status: state, due_at, problem, variant }) {
  const item = document.createElement('li')
  const next = state === 'active' ? ` · next on ${time(due_at)}` : ''
  item.append(textOf('', `${quantity} × ${titleOf(variant)}, every ${interval}`), textOf('quiet', `${state}${next}`))
  if (problem) item.append(textOf('error', problem))
  const buttons = document.createElement('div')
  buttons.className = 'row'
  buttons.append(...ACTIONS[state].map((action) => buttonOf(id, action)))
  item.append(buttons)
  return item
}

async function filterOf() {
  if (context.place === 'customer') return `customer_id=${context.id}`
  const { order } = await api('GET', `orders/${context.id}?fields=customer_id`)
  return `customer_id=${order.customer_id}`
}

async function show() {
  const { subscriptions, count } = await api('GET', `subscriptions?expand=variant.product&${await filterOf()}`)
  list.replaceChildren(...subscriptions.map(itemOf))
  status.className = ''
  status.textContent = count === 1 ? '1 subscription' : `${count} subscriptions`
}

function report(error) {
  status.className = 'error'
  status.textContent = error.message
}

show().catch(report)
