import type { Db } from '../db/client.ts'
import { ROUTING_SWITCH, readSwitch } from '../db/switches.ts'

/** The switch for routing as this server last read it; on before the first read. */
export class RoutingSwitch {
  readonly #db: Db
  readonly #onChange: (isOn: boolean) => void
  #isOn = true

  /** `onChange` is called at every turn of the switch. */
  constructor(db: Db, onChange: (isOn: boolean) => void) {
    this.#db = db
    this.#onChange = onChange
  }

  async refresh(): Promise<void> {
    const { isOn } = await readSwitch(this.#db, ROUTING_SWITCH)
    if (isOn === this.#isOn) return
    this.#onChange(isOn)
    this.#isOn = isOn
  }
}
