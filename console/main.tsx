import './fonts/inter.css'
import './app/styles.ts'
import './app/global.css'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { startFirstPage } from './app/start-first-page.ts'

startFirstPage()
createRoot(document.getElementById('root')!).render(<App />)
