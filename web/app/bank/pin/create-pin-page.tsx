export default function Page() {
  return <main className="display text-5xl">bank/pin/create-pin-page</main>
}
