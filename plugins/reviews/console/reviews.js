import { api, context, time } from '../../plugin.js'

/* The page shows the reviews that wait for a decision, and the panel all reviews of its product. */

const filter = context.place === 'product' ? `product_id=${context.id}` : 'status=pending'
const list = document.querySelector('#reviews')
const status = document.querySelector('#status')

async function decide(id, decision) {
  await api('POST', `reviews/${id}`, { status: decision })
  await show()
}

function buttonOf(label, id, decision) {
  const button = document.createElement('button')
  button.textContent = label
  button.addEventListener('click', () => decide(id, decision).catch(report))
  return button
}

function textOf(className, text) {
  const element = document.createElement('p')
  element.className = className
  element.textContent = text
  return element
}

function itemOf({ id, rating, text, author, created_at, status: decision }) {
  const item = document.createElement('li')
  item.append(
    textOf('', text),
    textOf('quiet', [`${rating} of 5`, author, time(created_at), decision].filter(Boolean).join(' · ')),
  )
  if (decision === 'pending') {
    const buttons = document.createElement('div')
    buttons.className = 'row'
    buttons.append(buttonOf('Approve', id, 'approved'), buttonOf('Reject', id, 'rejected'))
    item.append(buttons)
  }
  return item
}

async function show() {
  const { reviews, count } = await api('GET', `reviews?${filter}`)
  list.replaceChildren(...reviews.map(itemOf))
  status.className = ''
  const counted = count === 1 ? '1 review' : `${count} reviews`
  if (context.place === 'product') status.textContent = counted
  else status.textContent = count === 1 ? `${counted} is waiting` : `${counted} are waiting`
}

function report(error) {
  status.className = 'error'
  status.textContent = error.message
}

show().catch(report)
