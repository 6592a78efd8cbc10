import { svgDocument } from '../svg.ts'
import { apartmentBlock } from './apartment-block.ts'
import { bathroom } from './bathroom.ts'
import { houseFront } from './house-front.ts'
import { kitchen } from './kitchen.ts'
import { bedroom, bedroomFromDoor, diningNook, livingRoom, studyCorner } from './rooms.ts'
import { type HomeLook, homeSetting, type Setting } from './setting.ts'

const VIEWS = {
  bed: bedroom,
  'bed-from-door': bedroomFromDoor,
  study: studyCorner,
  living: livingRoom,
  dining: diningNook,
  kitchen,
  bath: bathroom,
  house: houseFront,
  block: apartmentBlock,
} satisfies Record<string, (setting: Setting) => string>

export type HomeView = keyof typeof VIEWS

export const drawHome = (look: HomeLook, view: HomeView, seed: string): string =>
  svgDocument(VIEWS[view](homeSetting(look, seed)))
