/* Runs all parts. The shop sends them as one file, without their imports. */
import './search.js'
import './cart.js'
import './product.js'
import './list.js'
import './wish.js'
import './return.js'
