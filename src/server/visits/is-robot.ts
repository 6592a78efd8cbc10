import { isbot } from 'isbot'

/** isbot takes an empty user agent for a visitor's, but every browser sends one. */
export const isRobot = (userAgent: string) => userAgent === '' || isbot(userAgent)
