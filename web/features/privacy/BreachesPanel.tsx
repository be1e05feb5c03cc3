export default function BreachesPanel() {
  return null;
}
