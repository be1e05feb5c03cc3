export default function PeoplePanel() {
  return null;
}
