"""Sessions at a bank with an address: each order has one effect there, and a bank that does one twice is found."""

import unittest

import checker
from cluster import walk
from services import Front, ServedCluster


class Served(unittest.TestCase):
    def walked(self, cluster):
        cluster.wait_until_ready()
        world = cluster.gather(*walk(cluster, 4, 2, "served"))
        self.assertTrue(all(found.orders for found in world.banks.values()), world.banks)
        return checker.check(world)

    def test_each_order_has_one_effect(self):
        with ServedCluster(2, 2) as cluster:
            self.assertEqual([str(one) for one in self.walked(cluster)], [])

    def test_a_bank_that_is_asked_twice_for_one_goal_is_found(self):
        with Repeated(2, 2) as cluster:
            found = {one.rule for one in self.walked(cluster)}
            self.assertIn("each_order_has_one_effect", found)


class Repeating(Front):
    """The first request for a goal comes twice: the bank knows no key of it, and makes two."""

    is_due = True

    async def pass_on(self, head, body, node, connection, writer):
        if self.is_due and head.first.startswith("PUT ") and "/savings-goals " in head.first:
            self.is_due = False
            reader, sender = connection
            sender.write(self.head_for(node, head) + body)
            await reader.read()
            sender.close()
            connection = await self.connect(node)
        await super().pass_on(head, body, node, connection, writer)


class Repeated(ServedCluster):
    front_type = Repeating


if __name__ == "__main__":
    unittest.main()
