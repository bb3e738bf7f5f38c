const api = new URL('../../../admin/reviews', location.href)
const list = document.querySelector('#reviews')
const status = document.querySelector('#status')

async function send(url, init) {
  const answer = await fetch(url, init)
  const body = await answer.json()
  if (!answer.ok) throw new Error(body.message)
  return body
}

async function decide(id, decision) {
  const headers = { 'content-type': 'application/json' }
  await send(`${api}/${id}`, { method: 'POST', headers, body: JSON.stringify({ status: decision }) })
  await show()
}

function buttonOf(label, id, decision) {
  const button = document.createElement('button')
  button.textContent = label
  button.addEventListener('click', () => decide(id, decision).catch(report))
  return button
}

function itemOf({ id, rating, text }) {
  const item = document.createElement('li')
  const content = document.createElement('p')
  content.textContent = `${rating} of 5: ${text}`
  item.append(content, buttonOf('Approve', id, 'approved'), buttonOf('Reject', id, 'rejected'))
  return item
}

async function show() {
  const { reviews, count } = await send(`${api}?status=pending`)
  list.replaceChildren(...reviews.map(itemOf))
  status.textContent = count === 1 ? '1 review is waiting' : `${count} reviews are waiting`
}

function report(error) {
  status.textContent = error.message
}

show().catch(report)
