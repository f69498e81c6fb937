-- A reset at the command line names no operator who made it, and any of them may have received the new password. So it
-- ties the operator to all others.
alter table operator_ties alter by_operator_id drop not null;

insert into operator_ties (operator_id, by_operator_id, kind, at)
select operators.id, null, 'reset', entries.at
from audit_entries entries join operators on entries.subject = 'operator:' || operators.id
where entries.action = 'operator_reset' and entries.operator_id is null
order by entries.id;
