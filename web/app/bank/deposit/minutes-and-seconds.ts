/** 956 → '15:56', 3600 → '60:00', 5 → '0:05'. */
export const minutesAndSeconds = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
