import { api, context, open } from '../../plugin.js'

const text = document.querySelector('#text')

if (context.place === 'order') {
  const { order } = await api('GET', `orders/${context.id}`)
  text.textContent = `Order ${order.display_id}, ${order.metadata?.flagged ? 'flagged' : 'not flagged'}`
} else text.textContent = `The ${context.place} ${context.id}`

document.querySelector('#more').addEventListener('click', () => {
  for (let line = 1; line <= 15; line++) {
    const paragraph = document.createElement('p')
    paragraph.textContent = `Line ${line}`
    document.body.append(paragraph)
  }
})
document.querySelector('#customers').addEventListener('click', () => open('/customers'))
