// By this name the server is started too; `start.js` says what differs.
import './start.js'
