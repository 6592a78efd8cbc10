/** An hour of the day, 0 to 23, such as "8 am". */
export const formatHour = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'am' : 'pm'}`
